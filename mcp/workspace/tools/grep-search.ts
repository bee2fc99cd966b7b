/** Searches in files with ripgrep; the lines in the answer are read again by our own walk. */
import { z } from 'zod';
import { READ_ONLY } from '../../annotations';
import { pageMeta } from '../../fit';
import { ToolError } from '../../serving/answer';
import { shortenText } from '../../shorten';
import { defineTool } from '../define-tool';
import { cursor, folder } from '../fields';
import { NEVER_READ } from '../files/names';
import { mayTell, plain, startOf } from '../search/files-of';
import { readThere } from '../search/files-there';
import { globMatcher } from '../search/glob-pattern';
import { onlyNamed, ripgrep, without } from '../search/ripgrep';
import type { Workspace } from '../workspace';

const PAGE = 200;
/** Of one search; beyond this, a narrower one is asked for. */
const MOST_MATCHES = 20_000;
const LONGEST_LINE = 500;
const LF = 0x0a;
/** Path, NUL, line number; nothing of the line itself, since it is read again. */
const HOW = [
  ...['--line-number', '--null', '--no-heading', '--with-filename', '--color=never', '--max-columns=1'],
  '--max-filesize=10M',
];

interface Hit {
  path: string;
  line: number;
}

const match = z.strictObject({ path: z.string(), line: z.number().int(), text: z.string() });

export const grepSearch = defineTool({
  name: 'grep_search',
  title: 'Search in files',
  description:
    'Finds lines in the files of the workspace by a regular expression (Rust syntax: no look-around, no back-references), in the order of paths and lines. What git ignores, files over 10 MB and files that are no text are left out.',
  annotations: READ_ONLY,
  input: z.strictObject({
    pattern: z.string().min(1).max(2000).describe('A regular expression, or with `literal` the text itself'),
    path: folder,
    glob: z.string().min(1).max(500).optional().describe('Only files whose path fits, such as "*.{ts,tsx}"'),
    literal: z.boolean().default(false).describe('The pattern is the text itself'),
    cursor,
  }),
  output: z.strictObject({
    data: z.array(match),
    meta: pageMeta,
    truncated: z.string().optional().describe('There are more matches than are looked for'),
  }),
  cursorAfter: (row) => cursorOf(row as unknown as Hit),
  async run({ pattern, path, glob, literal, cursor }, { workspace, signal }) {
    const fits = glob === undefined ? () => true : globMatcher(glob);
    const start = await startOf(workspace, path, signal);
    const isTold = mayTell(workspace);
    // Filtered before anything is counted: the number of hits would reveal what a file holds that must not be
    // mentioned.
    const counts = onceForEach((path) => isTold(path) && fits(path));
    const hits: Hit[] = [];
    const onLine = (line: string) => {
      const hit = hitOf(line);
      if (hit && counts(hit.path)) hits.push(hit);
      return hits.length < MOST_MATCHES;
    };
    const how = [...HOW, ...(literal ? ['--fixed-strings'] : []), `--regexp=${pattern}`];
    const args = [...how, ...without(NEVER_READ), ...(glob === undefined ? [] : onlyNamed(glob))];
    await ripgrep({ cwd: workspace.root, start, args, signal, onLine });
    const isCut = hits.length === MOST_MATCHES;
    hits.sort((one, other) => compare(one.path, other.path) || one.line - other.line);
    const after = cursor === undefined ? undefined : hitAt(cursor);
    const rest = after ? hits.filter((hit) => isAfter(hit, after)) : hits;
    const page = rest.slice(0, PAGE);
    const last = page.at(-1);
    const hasNextPage = rest.length > PAGE;
    const meta = {
      cursor: hasNextPage && last ? cursorOf(last) : null,
      hasNextPage,
      hasPreviousPage: cursor !== undefined,
    };
    const truncated = isCut
      ? { truncated: `There are more than ${MOST_MATCHES} matches; search for less.` }
      : {};
    return { data: await readAgain(workspace, page, signal), meta, ...truncated };
  },
});

function hitOf(line: string): Hit | undefined {
  const [, path, number] = /^([^\0]+)\0(\d+):/.exec(line) ?? [];
  return path === undefined ? undefined : { path: plain(path), line: Number(number) };
}

/** Hits of one file are adjacent. */
function onceForEach(judge: (path: string) => boolean): (path: string) => boolean {
  let last: { path: string; is: boolean } | undefined;
  return (path) => {
    if (last?.path !== path) last = { path, is: judge(path) };
    return last.is;
  };
}

/** The lines as they are now, in files that our own walk reaches. */
async function readAgain(workspace: Workspace, hits: Hit[], signal: AbortSignal) {
  const byFile = Map.groupBy(hits, ({ path }) => path);
  const found: z.input<typeof match>[] = [];
  await readThere(workspace, [...byFile.keys()], signal, (path, { body }) => {
    const ofFile = byFile.get(path) ?? [];
    const lines = linesIn(
      body,
      ofFile.map(({ line }) => line),
    );
    for (const [at, { line }] of ofFile.entries()) {
      const text = lines[at];
      if (text !== undefined) found.push({ path, line, text: shortenText(text, LONGEST_LINE) });
    }
  });
  return found;
}

/** Lines by ascending line numbers, without line ends; undefined for one that is gone. */
function linesIn(body: Buffer, wanted: readonly number[]): (string | undefined)[] {
  let [at, number] = [0, 1];
  return wanted.map((line) => {
    for (; number < line && at < body.length; number += 1) {
      const end = body.indexOf(LF, at);
      at = end < 0 ? body.length : end + 1;
    }
    if (number !== line || at >= body.length) return undefined;
    const end = body.indexOf(LF, at);
    const text = body.toString('utf8', at, end < 0 ? body.length : end);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  });
}

function cursorOf({ path, line }: Hit): string {
  return `${line}:${path}`;
}

function hitAt(cursor: string): Hit {
  const [, line, path] = /^(\d{1,9}):(.*)$/s.exec(cursor) ?? [];
  if (line === undefined || path === undefined) throw new ToolError('The cursor is none of this tool.');
  return { line: Number(line), path };
}

function isAfter(hit: Hit, after: Hit): boolean {
  return (compare(hit.path, after.path) || hit.line - after.line) > 0;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
