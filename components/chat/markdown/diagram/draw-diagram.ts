/**
 * Has a diagram drawn in a sandboxed frame without origin and network (`lib/http/diagram-frame.ts`). Its source comes
 * from a model or a stranger: the result is treated only as the text of a picture, and an unresponsive frame is
 * removed.
 */

/** Characters of a source: larger ones take too long, and nobody reads them. */
export const LONGEST_DIAGRAM = 5_000;
const MOST_EDGES = 150;
/**
 * The supported kinds. In others, a few words can produce a million elements, and if the browser gives frames no
 * process of their own, the whole page would block.
 */
const KINDS =
  /^(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|journey|timeline|gitGraph|quadrantChart|xychart|sankey|kanban|requirementDiagram)(?:-\w+)*\b/;
/** What may precede the kind: front matter, directives, comments. */
const BEFORE = /^(?:\s+|---\n[\s\S]*?\n---(?=\n)|%%[^\n]*)/;

/** Whether it is short enough, and of a supported kind. */
export function isDrawn(source: string): boolean {
  if (source.length > LONGEST_DIAGRAM) return false;
  let rest = source;
  for (let before = BEFORE.exec(rest); before; before = BEFORE.exec(rest))
    rest = rest.slice(before[0].length);
  return KINDS.test(rest);
}

/** Characters of a drawing. */
const LARGEST = 2_000_000;
const PATIENCE_MS = 10_000;
const FRAME = '/api/diagrams/frame';

export interface Drawing {
  /** The URL of the picture, for use in an `img` only: there nothing in it runs or is fetched. */
  src: string;
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** Mermaid's configuration: the page's looks. */
export type Looks = Record<string, unknown>;

let frame: HTMLIFrameElement | null = null;
let waiting = 0;
/** One at a time, since each needs the frame for itself. */
let turn: Promise<unknown> = Promise.resolve();

/** @throws if it is no diagram, too large, or takes too long */
export function drawDiagram(source: string, looks: Looks): Promise<Drawing> {
  if (!isDrawn(source)) return Promise.reject(new Error('It is too long, or no diagram.'));
  waiting += 1;
  const drawn = turn.then(() => drawnIn(source, looks));
  turn = drawn.then(leave, () => {
    // It may still be busy with this one.
    close();
    leave();
  });
  return drawn;
}

function leave(): void {
  waiting -= 1;
  if (waiting === 0) close();
}

function close(): void {
  frame?.remove();
  frame = null;
}

async function drawnIn(source: string, looks: Looks): Promise<Drawing> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The diagram takes too long.')), PATIENCE_MS);
  });
  return Promise.race([ask(source, looks), late]);
}

async function ask(source: string, looks: Looks): Promise<Drawing> {
  frame ??= await opened();
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const config = {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    logLevel: 'fatal',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    deterministicIds: true,
    maxTextSize: LONGEST_DIAGRAM,
    maxEdges: MOST_EDGES,
    themeCSS: '',
    ...looks,
  };
  // The frame has no origin that could be named; the page's policy keeps it from navigating elsewhere.
  frame.contentWindow?.postMessage({ source, config }, '*', [port2]);
  return drawingOf(await answer);
}

function opened(): Promise<HTMLIFrameElement> {
  const made = document.createElement('iframe');
  made.setAttribute('sandbox', 'allow-scripts');
  made.src = FRAME;
  made.title = '';
  made.tabIndex = -1;
  made.setAttribute('aria-hidden', 'true');
  // Not `display: none`, since nothing has a size there.
  made.className = 'pointer-events-none invisible fixed -left-[2000px] top-0 h-[800px] w-[1000px]';
  const loaded = new Promise<HTMLIFrameElement>((resolve) => {
    made.onload = () => resolve(made);
  });
  document.body.append(made);
  return loaded;
}

/** @throws if the frame says anything else */
export function drawingOf(said: unknown): Drawing {
  const { markup, width, height } = Object(said) as Record<string, unknown>;
  const isSize = (size: unknown): size is number => typeof size === 'number' && size > 0 && size < 20_000;
  if (typeof markup !== 'string' || markup.length > LARGEST || !isSize(width) || !isSize(height)) {
    throw new Error('The diagram could not be drawn.');
  }
  return { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`, width, height };
}
