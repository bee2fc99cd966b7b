/** Reads a text file, line by line. */
import { z } from 'zod';
import { READ_ONLY } from '../../annotations';
import { previewOutput } from '../../define-tool';
import { ToolError } from '../../serving/answer';
import { shortenText } from '../../shorten';
import { line } from '../../what-goes';
import { defineTool } from '../define-tool';
import { hash, path } from '../fields';
import { mayRead, readingAsks } from '../files/permission';
import { readText } from '../files/text-file';
import { at } from '../files/walk';
import { riskOfPaths } from '../risk-of-paths';

const MOST_LINES = 2000;
const LONGEST_LINE = 2000;
/** Characters of an answer's lines as JSON: with the fields around them, below the limit of an answer. */
const ROOM = 23_000;

const input = z.strictObject({
  path,
  offset: z.number().int().min(1).default(1).describe('The first line, from 1'),
  limit: z.number().int().min(1).max(MOST_LINES).default(MOST_LINES).describe('How many lines at most'),
});
const named = { name: 'read_file', title: 'Read file', input };

export const readFile = defineTool({
  ...named,
  preview: 'read_file_preview',
  perCall: 'read_file_risk',
  description:
    'Reads a text file of the workspace with numbered lines, and its hash, which a change of the file must give. Long files come in pieces: go on at `next`.',
  annotations: READ_ONLY,
  output: z.strictObject({
    path: z.string(),
    hash,
    totalLines: z.number().int(),
    next: z.number().int().nullable().describe('The offset to go on with; null at the end'),
    content: z.string().describe('Each line after its number and a tab'),
  }),
  async run({ path, offset, limit }, call) {
    const { workspace, signal } = call;
    return at(workspace, path, { signal }, async (place) => {
      await mayRead(place.parts, call);
      const file = await readText(place, signal);
      const lines = linesOf(file.text);
      if (offset > Math.max(1, lines.length))
        throw new ToolError(`It has ${lines.length} lines; offset ${offset} is past them.`);
      const { content, next } = pageOf(lines, offset, limit);
      return { path: place.path, hash: file.hash, totalLines: lines.length, next, content };
    });
  },
});

export const readFilePreview = defineTool({
  ...{ name: 'read_file_preview', title: 'Preview: Read file', input, output: previewOutput },
  description: 'Says what read_file would read.',
  annotations: READ_ONLY,
  companion: true,
  run: ({ path }, { workspace, signal }) =>
    at(workspace, path, { signal }, async (place) => ({
      lines: [line('Read', place.path), ...(readingAsks(place.parts) ? [line('', TOLD)] : [])],
    })),
});

const TOLD = 'what it holds goes to the model, and stays in the chat';

export const readFileRisk = riskOfPaths({ ...named, annotations: READ_ONLY, pathsOf: ({ path }) => [path] });

/** Without line ends; a final line end begins no further line. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (text.endsWith('\n')) lines.pop();
  return lines;
}

function pageOf(lines: string[], offset: number, limit: number): { content: string; next: number | null } {
  const shown: string[] = [];
  let room = ROOM;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const numbered = `${offset + shown.length}\t${shortenText(line, LONGEST_LINE)}`;
    room -= JSON.stringify(numbered).length;
    if (room < 0 && shown.length > 0) break;
    shown.push(numbered);
  }
  const next = offset + shown.length;
  return { content: shown.join('\n'), next: next <= lines.length ? next : null };
}
