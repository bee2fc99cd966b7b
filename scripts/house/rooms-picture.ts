/**
 * The diagram of docs/architecture.md, as Mermaid text: the rooms from top to bottom, drawn from the actual imports.
 * Arrows implied by others are left out, as are those to common rooms. Needs a node that runs TypeScript.
 */
import { type Import, importsOf } from './imports.ts';
import { COMMON, isTest, LIB, roomOf } from './rules.ts';

/** One room using another, both as `roomOf` names them. */
export type Arrow = readonly [from: string, to: string];

/** Common rooms: they get one box without arrows. */
const GROUND = ['people', ...COMMON.filter((room) => room !== 'store')];

/** The systems around Amber, and the room that communicates with each. */
const AROUND: [id: string, shape: string, arrow: string][] = [
  ['browser', '(["a person\'s browser"])', 'browser --> app'],
  ['clients', '(["other MCP clients"])', 'clients --> app'],
  ['provider', '(["the model\'s provider"])', 'models --> provider'],
  ['others', '(["other MCP servers"])', 'transport --> others'],
  ['database', '[("PGlite or PostgreSQL")]', 'db --> database'],
];

export const BEGIN = '<!-- drawn by npm run rooms-picture -->';
export const END = '<!-- end of the picture -->';

/** Which rooms use which, each once. Files above the rooms and for tests do not count. */
export function arrowsOf(imports: Import[]): Arrow[] {
  const left = ['above', 'e2e', 'lib/start-up', 'lib/health', ...GROUND.map((room) => `lib/${room}`)];
  const found = new Map<string, Arrow>();
  for (const { from, to } of imports) {
    if (isTest(from) || isTest(to)) continue;
    const [source, target] = [roomOf(from), roomOf(to)];
    // The page's parts import only types and pure functions: those arrows would be misleading.
    if (source === 'components' || source === target || left.includes(source) || left.includes(target))
      continue;
    found.set(`${source} ${target}`, [source, target]);
  }
  return [...found.values()];
}

/** The arrows that no longer path implies. There are no circles. */
export function reduced(arrows: Arrow[]): Arrow[] {
  const next = new Map<string, string[]>();
  for (const [from, to] of arrows) next.set(from, [...(next.get(from) ?? []), to]);
  const reaches = (from: string, to: string): boolean =>
    (next.get(from) ?? []).some((one) => one === to || reaches(one, to));
  return arrows.filter(
    ([from, to]) => !(next.get(from) ?? []).some((other) => other !== to && reaches(other, to)),
  );
}

/** @param purposes of each room in a few words, by its path */
export function roomsPicture(arrows: Arrow[], purposes: Map<string, string>): string {
  const order = ['app', 'components', ...Object.keys(LIB).map((room) => `lib/${room}`), 'mcp', 'db'];
  const place = (room: string) => order.indexOf(room);
  const rooms = order.filter((room) => arrows.some((arrow) => arrow.includes(room)));
  const sorted = reduced(arrows).toSorted((a, b) => place(a[0]) - place(b[0]) || place(a[1]) - place(b[1]));
  const kind = (room: string) => (room.startsWith('lib/') ? '' : ':::outer');
  const lines = [
    'flowchart TD',
    ...AROUND.map(([id, shape]) => `${id}${shape}:::around`),
    ...rooms.map((room) => `${id(room)}["<b>${room}</b><br>${purposes.get(room) ?? ''}"]${kind(room)}`),
    ...AROUND.map(([, , arrow]) => arrow),
    ...sorted.map(([from, to]) => `${id(from)} --> ${id(to)}`),
    'classDef around fill:none,stroke-dasharray:4 3',
    'classDef outer stroke-width:2px',
  ];
  return [BEGIN, '```mermaid', lines[0], ...lines.slice(1).map((line) => `  ${line}`), '```', END].join('\n');
}

/** The purpose of each room from the table in docs/architecture.md, up to its first colon or comma. */
export function purposesOf(document: string): Map<string, string> {
  const rows = document.matchAll(/^\| `([^`]+)\/` \| ([^|]+) \|$/gm);
  return new Map(
    [...rows].map(([, room = '', text = '']) => [
      room,
      text.split(/[:;(]/)[0]?.replaceAll('`', '').trim() ?? '',
    ]),
  );
}

/** The document with a new diagram. */
export function withPicture(document: string, root: string): string {
  const [before = '', rest = ''] = document.split(BEGIN);
  const after = rest.split(END)[1];
  if (after === undefined) throw new Error('docs/architecture.md has lost the marks of the picture.');
  return before + roomsPicture(arrowsOf(importsOf(root)), purposesOf(document)) + after;
}

const id = (room: string) => room.replace(/^lib\//, '').replaceAll('-', '_');
