// The Ganges across the lower board: from the harbour at the right to the left, a bend, and back to the sea.
const LOW = 760;
const HIGH = 630;
const LEFT = 196;
const TURN = (LOW - HIGH) / 2;

function lower(n: number): [number, number] {
  const x = 1080 - (n / 14.4) * (1080 - LEFT);
  return [x, LOW + Math.sin(n * 1.15) * 7];
}

function upper(n: number): [number, number] {
  const x = LEFT + ((n - 15.6) / 14.4) * (1288 - LEFT);
  return [x, HIGH + Math.sin(n * 1.15 + 0.8) * 7];
}

/** The middle of river space `n` (0 is the start; fractions lie between). */
export function riverPoint(n: number): [number, number] {
  if (n <= 14.4) return lower(n);
  if (n >= 15.6) return upper(n);
  const [x0, y0] = lower(14.4);
  const [, y1] = upper(15.6);
  const angle = Math.PI / 2 + ((n - 14.4) / 1.2) * Math.PI;
  const middle = (y0 + y1) / 2;
  return [x0 + Math.cos(angle) * TURN, middle + Math.sin(angle) * ((y0 - y1) / 2)];
}

export function riverPath(from = -1.2, to = 31.2, step = 0.2): string {
  const points: string[] = [];
  for (let n = from; n <= to + 0.001; n += step) {
    const [x, y] = riverPoint(n);
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return "M" + points.join("L");
}
