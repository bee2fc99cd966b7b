/** Lists what a folder holds. */
import { lstat, readdir } from 'node:fs/promises';
import { z } from 'zod';
import { READ_ONLY } from '../../annotations';
import { pageMeta } from '../../fit';
import { ToolError } from '../../serving/answer';
import { defineTool } from '../define-tool';
import { cursor, folder } from '../fields';
import { standingOf } from '../files/names';
import { at, type Place, shown } from '../files/walk';

const PAGE = 500;

const entry = z.strictObject({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  bytes: z.number().optional().describe('Of files'),
  locked: z.literal(true).optional().describe('Tools do not read it'),
});

export const listDirectory = defineTool({
  name: 'list_directory',
  title: 'List folder',
  description: 'Lists what a folder of the workspace holds, by name, without what is below.',
  annotations: READ_ONLY,
  input: z.strictObject({ path: folder, cursor }),
  output: z.strictObject({ data: z.array(entry), meta: pageMeta }),
  cursorAfter: ({ name }) => String(name),
  async run({ path, cursor }, { workspace, signal }) {
    return at(workspace, path, { signal }, async (place) => {
      const { target } = place;
      if (!target?.stat.isDirectory()) throw new ToolError(`There is no folder ${shown(path)}.`);
      const names = (await readdir(target.at)).sort();
      signal.throwIfAborted();
      const rest = cursor === undefined ? names : names.filter((name) => name > cursor);
      const data: z.input<typeof entry>[] = [];
      let last: string | undefined;
      for (const name of rest.slice(0, PAGE)) {
        signal.throwIfAborted();
        last = name;
        const isAmbers = await workspace.refuse(target, name, undefined).then(
          () => false,
          () => true,
        );
        if (!isAmbers) data.push(...(await entryOf(place, target.at, name)));
      }
      const hasNextPage = rest.length > PAGE;
      const meta = {
        // The last name that is listed: Amber's own files are named nowhere.
        cursor: hasNextPage ? (data.at(-1)?.name ?? last ?? null) : null,
        hasNextPage,
        hasPreviousPage: cursor !== undefined,
      };
      return { data, meta };
    });
  },
});

async function entryOf(place: Place, folderAt: string, name: string): Promise<z.input<typeof entry>[]> {
  const standing = standingOf([...place.parts, name]);
  if (standing === 'refused') return [];
  const locked = standing === 'secret' ? { locked: true as const } : {};
  const stat = await lstat(`${folderAt}/${name}`).catch(() => undefined);
  if (!stat) return [{ name, kind: 'other', ...locked }];
  if (stat.isFile()) return [{ name, kind: 'file', bytes: stat.size, ...locked }];
  const kind = stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other';
  return [{ name, kind, ...locked }];
}
