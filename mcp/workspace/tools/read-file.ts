/** Reads a text file, line by line. */
import { z } from 'zod';
import { READ_ONLY } from '../../annotations';
import { previewOutput } from '../../define-tool';
import { ToolError } from '../../serving/answer';
import { shortenText } from '../../shorten';
import { line } from '../../what-goes';
import { defineTool } from '../define-tool';
import { hash, path } from '../fields';
import { findLine, hashOfAll, linesFrom } from '../files/lines';
import { mayRead, readingAsks } from '../files/permission';
import { readBytes, textOf } from '../files/text-file';
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
      const bytes = await readBytes(place, signal);
      const { body } = textOf(bytes, place.path);
      const [fileHash, { total, at: begin }] = [
        await hashOfAll(bytes, signal),
        await findLine(body, offset, signal),
      ];
      if (offset > Math.max(1, total))
        throw new ToolError(`It has ${total} lines; offset ${offset} is past them.`);
      const { content, next } = pageOf(body, begin, { offset, limit, total });
      return { path: place.path, hash: fileHash, totalLines: total, next, content };
    });
  },
});

export const readFilePreview = defineTool({
  name: 'read_file_preview',
  title: 'Preview: Read file',
  input,
  output: previewOutput,
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

function pageOf(
  body: Buffer,
  begin: number,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): { content: string; next: number | null } {
  const shown: string[] = [];
  let room = ROOM;
  for (const line of linesFrom(body, begin)) {
    if (shown.length === limit) break;
    const numbered = `${offset + shown.length}\t${shortenText(line, LONGEST_LINE)}`;
    room -= JSON.stringify(numbered).length;
    if (room < 0 && shown.length > 0) break;
    shown.push(numbered);
  }
  const next = offset + shown.length;
  return { content: shown.join('\n'), next: next <= total ? next : null };
}
