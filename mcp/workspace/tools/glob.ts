/** Finds files by their paths. */
import { z } from 'zod';
import { READ_ONLY } from '../../annotations';
import { pageMeta } from '../../fit';
import { defineTool } from '../define-tool';
import { cursor, folder } from '../fields';
import { isThere, plain, startOf } from '../search/files-of';
import { globMatcher } from '../search/glob-pattern';
import { onlyNamed, ripgrep } from '../search/ripgrep';

const PAGE = 500;
const MOST_FILES = 1_000_000;

export const glob = defineTool({
  name: 'glob',
  title: 'Find files',
  description:
    'Finds files of the workspace by a pattern such as "src/**/*.ts" or "*.md" (a pattern without a slash: a name in any folder), in the order of their paths. What git ignores is left out.',
  annotations: READ_ONLY,
  input: z.strictObject({
    pattern: z.string().min(1).max(500).describe('With *, **, ?, [ab] and {a,b}, from the workspace'),
    path: folder,
    cursor,
  }),
  output: z.strictObject({ data: z.array(z.strictObject({ path: z.string() })), meta: pageMeta }),
  cursorAfter: ({ path }) => String(path),
  async run({ pattern, path, cursor }, { workspace, signal }) {
    const matches = globMatcher(pattern);
    const start = await startOf(workspace, path, signal);
    const found: string[] = [];
    const onLine = (line: string) => {
      const file = plain(line);
      if (matches(file) && (cursor === undefined || file > cursor)) found.push(file);
      return found.length < MOST_FILES;
    };
    const args = ['--files', ...onlyNamed(pattern), '--', start];
    await ripgrep({ cwd: workspace.root, args, signal, onLine });
    found.sort();
    const page = found.slice(0, PAGE);
    const data: { path: string }[] = [];
    for (const file of page) {
      signal.throwIfAborted();
      if (await isThere(workspace, file, signal)) data.push({ path: file });
    }
    const hasNextPage = found.length > PAGE;
    const meta = {
      ...{ cursor: hasNextPage ? (page.at(-1) ?? null) : null, hasNextPage },
      hasPreviousPage: cursor !== undefined,
    };
    return { data, meta };
  },
});
