/** The change to a file as a unified diff that a card can show. Pure. */
import { structuredPatch } from 'diff';
import type { Difference } from '../../define-tool';

const CONTEXT = 3;
const TIMEOUT_MS = 500;
/** Size limit of a diff as JSON; with what surrounds it, it stays below the limit of an answer. */
const ROOM = 18_000;

/** @param before undefined if the file is new */
export function differenceOf(
  path: string,
  before: string | undefined,
  after: string | undefined,
): Difference {
  const [old, now] = [before ?? '', after ?? ''];
  const start = commonLines(old, now);
  const [oldEnd, nowEnd] = commonEnd(old, now, start.at);
  const from = backBy(old, start.at, CONTEXT);
  const patch = patchOf(old.slice(from.at, aheadBy(old, oldEnd)), now.slice(from.at, aheadBy(now, nowEnd)));
  const shift = start.lines - from.lines;
  const lines = patch.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${placeOf(oldStart + shift, oldLines)} +${placeOf(newStart + shift, newLines)} @@`,
    ...lines,
  ]);
  const added = lines.filter((line) => line.startsWith('+')).length;
  const removed = lines.filter((line) => line.startsWith('-')).length;
  return { path, added, removed, ...cut(lines) };
}

function patchOf(
  old: string,
  now: string,
): { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] }[] {
  const options = { context: CONTEXT, timeout: TIMEOUT_MS };
  const hunks = structuredPatch('', '', old, now, '', '', options)?.hunks;
  if (hunks) return hunks;
  // Too much to compare, so all old lines are shown as removed and all new ones as added.
  const [gone, come] = [old, now].map((text) => text.replace(/\n$/, '').split('\n'));
  const lines = [...(gone ?? []).map((line) => `-${line}`), ...(come ?? []).map((line) => `+${line}`)];
  return [{ oldStart: 1, oldLines: gone?.length ?? 0, newStart: 1, newLines: come?.length ?? 0, lines }];
}

/** For an empty range, the unified format gives the line before it. */
function placeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** The length of the common prefix, in whole lines. */
function commonLines(one: string, other: string): { at: number; lines: number } {
  const same = commonLength(one, other);
  let [at, lines] = [0, 0];
  for (let end = one.indexOf('\n'); end >= 0 && end < same; end = one.indexOf('\n', at)) {
    at = end + 1;
    lines += 1;
  }
  return { at, lines };
}

/** Block by block first: texts of many megabytes usually differ in one place only. */
function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  for (let piece = 65_536; piece >= 1; piece = Math.floor(piece / 16)) {
    while (at + piece <= most && one.slice(at, at + piece) === other.slice(at, at + piece)) at += piece;
  }
  return at;
}

/** Where the common suffix of whole lines begins in both, not before `from`. */
function commonEnd(one: string, other: string, from: number): [number, number] {
  let common = 0;
  const most = Math.min(one.length, other.length) - from;
  while (common < most && one[one.length - 1 - common] === other[other.length - 1 - common]) common += 1;
  // Only from the start of a line.
  const end = one.indexOf('\n', one.length - common);
  const kept = end < 0 || common === 0 ? 0 : one.length - end - 1;
  return [one.length - kept, other.length - kept];
}

function backBy(text: string, at: number, most: number): { at: number; lines: number } {
  let [start, lines] = [at, 0];
  while (lines < most && start > 0) {
    start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
    lines += 1;
  }
  return { at: start, lines };
}

function aheadBy(text: string, at: number): number {
  let end = at;
  for (let lines = 0; lines < CONTEXT && end < text.length; lines += 1) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  return end;
}

function cut(lines: string[]): Pick<Difference, 'text' | 'notShown'> {
  let room = ROOM;
  const fits = lines.findIndex((line) => {
    room -= JSON.stringify(line).length;
    return room < 0;
  });
  if (fits < 0) return { text: lines.join('\n') };
  return { text: lines.slice(0, fits).join('\n'), notShown: lines.length - fits };
}
