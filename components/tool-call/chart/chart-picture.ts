/** A drawn chart as a picture file: made from what stands on the page, in its colours, and sent nowhere. */

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

/** @param box holds the drawing; its text may be a stranger's, and stays text */
export async function pictureOf(box: HTMLElement, title: string): Promise<Blob | null> {
  const drawing = box.querySelector<SVGSVGElement>('svg.recharts-surface');
  if (!drawing) return null;
  const { width, height } = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const from = [drawing, ...drawing.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  for (const [at, one] of from.entries()) keepLooks(one, to[at]);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const canvas = document.createElement('canvas');
  const head = 36;
  canvas.width = width * SCALE;
  canvas.height = (height + head) * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const looks = getComputedStyle(box);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--raised') || '#ffffff';
  pen.fillRect(0, 0, width, height + head);
  pen.fillStyle = looks.color;
  pen.font = `600 13px ${looks.fontFamily}`;
  pen.fillText(title, 12, 23, width - 24);
  pen.drawImage(await loaded(new XMLSerializer().serializeToString(copy)), 0, head, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** A picture knows nothing of the page's style sheet. */
function keepLooks(from: Element, to: Element | undefined): void {
  const looks = getComputedStyle(from);
  for (const name of KEPT) {
    const value = looks.getPropertyValue(name);
    if (value) to?.setAttribute(name, value);
  }
  to?.removeAttribute('class');
  to?.removeAttribute('style');
}

/** As an image nothing in it runs, and nothing is asked for. */
function loaded(markup: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The chart could not be drawn.'));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  });
}
