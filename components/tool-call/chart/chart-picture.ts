/** A drawn chart as an image file: made from what is on the page, in its colours, and sent nowhere. */
import { DOT, type Line, layOut, type Told, topOf } from './picture-layout';

export type { Told };

const KEPT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
];
const SCALE = 2;

/** @param box contains the drawing; its text may be untrusted, and stays text */
export async function pictureOf(box: HTMLElement, told: Told): Promise<Blob | null> {
  const drawing = box.querySelector<SVGSVGElement>('svg.recharts-surface');
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!drawing || !pen) return null;
  const { width, height } = drawing.getBoundingClientRect();
  const { fontFamily } = getComputedStyle(box);
  const { head, foot, tall } = layOut(told, { width, height }, (text, font) => {
    pen.font = `${font} ${fontFamily}`;
    return pen.measureText(text).width;
  });
  canvas.width = width * SCALE;
  canvas.height = tall * SCALE;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = colourOf('var(--raised)', box) || '#ffffff';
  pen.fillRect(0, 0, width, tall);
  for (const line of [...head, ...foot]) write(pen, line, box, fontFamily);
  const image = await loaded(new XMLSerializer().serializeToString(copyOf(drawing, width, height)));
  pen.drawImage(image, 0, topOf(head), width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function copyOf(drawing: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const from = [drawing, ...drawing.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  for (const [at, one] of from.entries()) keepLooks(one, to[at]);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return copy;
}

function write(pen: CanvasRenderingContext2D, line: Line, box: HTMLElement, family: string): void {
  if (line.dot) {
    pen.fillStyle = colourOf(line.dot, box);
    pen.beginPath();
    pen.arc(line.x - DOT, line.y - 4, 5, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.font = `${line.font} ${family}`;
  pen.fillStyle = colourOf(line.colour, box);
  pen.fillText(line.text, line.x, line.y);
}

/** The present value of `var(--chart-1)` on this page, light or dark. */
function colourOf(colour: string, box: HTMLElement): string {
  const [, name] = /^var\((--[\w-]+)\)$/.exec(colour) ?? [];
  return name === undefined ? colour : getComputedStyle(box).getPropertyValue(name).trim();
}

/** An image does not have the page's style sheet. */
function keepLooks(from: Element, to: Element | undefined): void {
  const looks = getComputedStyle(from);
  for (const name of KEPT) {
    const value = looks.getPropertyValue(name);
    if (value) to?.setAttribute(name, value);
  }
  to?.removeAttribute('class');
  to?.removeAttribute('style');
}

/** Inside an image nothing runs, and nothing is requested. */
function loaded(markup: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The chart could not be drawn.'));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  });
}
