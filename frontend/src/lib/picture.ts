// The board as a picture file: styles are written into a copy of the drawing, then it is painted.
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity", "stroke-opacity", "font", "text-anchor", "letter-spacing", "paint-order", "color"];

function withStyles(source: Element, copy: Element): void {
  const style = getComputedStyle(source);
  copy.setAttribute("style", KEPT.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  [...source.children].forEach((child, i) => withStyles(child, copy.children[i]!));
}

/** The drawing with everything it refers to, as SVG text. */
export function drawingText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  withStyles(svg, copy);
  const symbols = document.querySelector("svg.symbols");
  if (symbols) for (const child of symbols.children) copy.insertBefore(child.cloneNode(true), copy.firstChild);
  copy.querySelectorAll("symbol, defs").forEach((one) => one.removeAttribute("style"));
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  back.setAttribute("width", "100%");
  back.setAttribute("height", "100%");
  back.setAttribute("fill", ground);
  copy.insertBefore(back, copy.firstChild);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

export function save(content: Blob, name: string): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 5000);
}

export async function savePicture(svg: SVGSVGElement, name: string, kind: "svg" | "png"): Promise<void> {
  const drawing = new Blob([drawingText(svg)], { type: "image/svg+xml" });
  if (kind === "svg") return save(drawing, `${name}.svg`);
  const image = new Image();
  const address = URL.createObjectURL(drawing);
  await new Promise((done, failed) => {
    image.onload = done;
    image.onerror = failed;
    image.src = address;
  });
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (png) save(png, `${name}.png`);
}
