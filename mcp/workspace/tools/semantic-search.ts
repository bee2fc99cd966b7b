/** Finds the places in the workspace that a question is about, by an index that is kept up to date. */
import { z } from 'zod';
import { READ_ONLY, WRITE } from '../../annotations';
import { shortenText } from '../../shorten';
import { defineTool } from '../define-tool';
import { symbolsIn } from '../search/meaning/chunks';
import { follow, MOST_FILES, textAt } from '../search/meaning/followed';
import { termsOf } from '../search/meaning/terms';

const MOST_TEXT = 1_200;

const counts = {
  files: z.number().int(),
  chunks: z.number().int(),
  truncated: z.string().optional().describe('Not all files are looked at'),
};
const CUT = {
  truncated: `There are more than ${MOST_FILES} files, or too many words in them; the others are not found.`,
};

export const indexWorkspace = defineTool({
  name: 'index_workspace',
  title: 'Index the files',
  description:
    'Prepares the index that semantic_search uses, and says what it holds. A search does that by itself; this does it ahead.',
  annotations: WRITE,
  input: z.strictObject({}),
  output: z.strictObject({
    ...counts,
    read: z.number().int().describe('Files that were new or had changed'),
    removed: z.number().int(),
  }),
  async run(_input, { workspace, signal }) {
    const { isCut, ...rest } = (await follow(workspace, signal)).counts;
    return { ...rest, ...(isCut && CUT) };
  },
});

export const semanticSearch = defineTool({
  name: 'semantic_search',
  title: 'Search by meaning',
  description:
    'Finds the places in the files of the workspace that a question in words is about, by names of files, declarations and words in them, the best first. For exact text use grep_search.',
  annotations: READ_ONLY,
  input: z.strictObject({
    query: z.string().min(1).max(1000).describe('What is looked for, in words or names'),
    topK: z.number().int().min(1).max(30).default(10).describe('How many places, of a file each'),
  }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        path: z.string(),
        from: z.number().int().describe('Line'),
        to: z.number().int(),
        symbols: z.array(z.string()),
        text: z.string(),
      }),
    ),
    ...counts,
  }),
  async run({ query, topK }, { workspace, signal }) {
    const { index, counts } = await follow(workspace, signal);
    const { files, chunks, isCut } = counts;
    const data = [];
    for (const { path, from, to } of index.search(termsOf(query), topK)) {
      // As it is now: what has disappeared meanwhile is left out.
      const text = await textAt(workspace, path, signal);
      if (text === undefined) continue;
      const lines = text.split('\n').slice(from - 1, to);
      data.push({
        path,
        from,
        to,
        symbols: symbolsIn(lines),
        text: shortenText(lines.join('\n'), MOST_TEXT),
      });
    }
    return { data, files, chunks, ...(isCut && CUT) };
  },
});
