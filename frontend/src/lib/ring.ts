// The race track: a rounded rectangle walked clockwise. Fame runs with it, money against it (61 places round).
export const W = 1440;
export const H = 900;
export const PLACES = 61;
const INSET = 46;
const RADIUS = 84;
export const LANE = 38;

export interface Spot {
  x: number;
  y: number;
  nx: number; // towards the middle
  ny: number;
  tx: number; // the way fame runs
  ty: number;
}

const width = W - 2 * INSET;
const height = H - 2 * INSET;
const arc = (Math.PI / 2) * RADIUS;
const sides = [width - 2 * RADIUS, arc, height - 2 * RADIUS, arc, width - 2 * RADIUS, arc, height - 2 * RADIUS, arc];
const round = sides.reduce((a, b) => a + b, 0);

/** Where place `p` lies on the line between the two lanes. Place 0 is the middle of the top left corner. */
export function spotAt(p: number): Spot {
  let way = ((((p / PLACES) * round - arc / 2) % round) + round) % round;
  let side = 0;
  while (way > sides[side]! && side < 7) way -= sides[side++]!;
  return side % 2 === 0 ? straight(side / 2, way) : corner((side - 1) / 2, way);
}

function straight(side: number, way: number): Spot {
  const starts = [
    [INSET + RADIUS, INSET],
    [W - INSET, INSET + RADIUS],
    [W - INSET - RADIUS, H - INSET],
    [INSET, H - INSET - RADIUS],
  ] as const;
  const dirs = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const;
  const [x, y] = starts[side]!;
  const [tx, ty] = dirs[side]!;
  return { x: x + tx * way, y: y + ty * way, tx, ty, nx: -ty, ny: tx };
}

function corner(number: number, way: number): Spot {
  const centres = [
    [W - INSET - RADIUS, INSET + RADIUS],
    [W - INSET - RADIUS, H - INSET - RADIUS],
    [INSET + RADIUS, H - INSET - RADIUS],
    [INSET + RADIUS, INSET + RADIUS],
  ] as const;
  const [cx, cy] = centres[number]!;
  const angle = -Math.PI / 2 + (number * Math.PI) / 2 + way / RADIUS;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  return { x: cx + ux * RADIUS, y: cy + uy * RADIUS, nx: -ux, ny: -uy, tx: -uy, ty: ux };
}

export function point(p: number, inward: number, along = 0): [number, number] {
  const at = spotAt(p);
  return [at.x + at.nx * inward + at.tx * along, at.y + at.ny * inward + at.ty * along];
}

/** Outline of a field between two places and two distances from the middle line. */
export function field(from: number, to: number, inner: number, outer: number): string {
  const steps = 6;
  const there = Array.from({ length: steps + 1 }, (_, i) => point(from + ((to - from) * i) / steps, inner));
  const back = Array.from({ length: steps + 1 }, (_, i) => point(to - ((to - from) * i) / steps, outer));
  return "M" + [...there, ...back].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L") + "Z";
}

export const famePlace = (fame: number): number => Math.min(fame, 60.9);
/** Two money spaces lie beside every fame space: 1 and 2 beside fame 60. */
export const moneyPlace = (money: number): number => (money <= 0 ? 61 : Math.max(60.75 - money / 2, 0.25));
