/** Finds files by their paths. */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { READ_ONLY } from '../../annotations';
import { pageMeta } from '../../fit';
import { defineTool } from '../define-tool';
import { cursor, folder } from '../fields';
import { mayTell, plain, startOf } from '../search/files-of';
import { filesThere } from '../search/files-there';
import { globMatcher } from '../search/glob-pattern';
import { onlyNamed, ripgrep } from '../search/ripgrep';

const PAGE = 500;
/** One more than ripgrep's default: the walk waits for the disk, and the extra thread saves a tenth of the time. */
const THREADS = Math.min(12, availableParallelism()) + 1;

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
    const found = new First(PAGE + 1);
    const isTold = mayTell(workspace);
    const isOne = (file: string) => found.wants(file) && matches(file) && isTold(file);
    const onLine = (line: string) => {
      const file = plain(line);
      if ((cursor === undefined || file > cursor) && isOne(file)) found.add(file);
      return true;
    };
    const args = ['--files', `--threads=${THREADS}`, ...onlyNamed(pattern)];
    await ripgrep({ cwd: workspace.root, start, args, signal, onLine });
    const all = found.sorted();
    const page = all.slice(0, PAGE);
    const there = await filesThere(workspace, page, signal);
    const data = page.filter((file) => there.has(file)).map((file) => ({ path: file }));
    const hasNextPage = all.length > PAGE;
    const meta = {
      cursor: hasNextPage ? (page.at(-1) ?? null) : null,
      hasNextPage,
      hasPreviousPage: cursor !== undefined,
    };
    return { data, meta };
  },
});

/** The first few items in sort order: sorting all of them takes longer than finding them. */
class First {
  private kept: string[] = [];
  /** Nothing at or after this one is among them. */
  private last: string | undefined;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  wants(one: string): boolean {
    return this.last === undefined || one < this.last;
  }

  add(one: string): void {
    this.kept.push(one);
    if (this.kept.length >= 4 * this.most) this.sorted();
  }

  sorted(): string[] {
    this.kept = this.kept.sort().slice(0, this.most);
    if (this.kept.length === this.most) this.last = this.kept.at(-1);
    return this.kept;
  }
}
