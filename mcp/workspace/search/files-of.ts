/** Where a search begins, and which of the paths that it found may be told. */
import { readdir } from 'node:fs/promises';
import { ToolError } from '../../serving/answer';
import { standingOf } from '../files/names';
import { maySearch } from '../files/permission';
import { at, shown } from '../files/walk';
import type { Workspace } from '../workspace';

/**
 * The folder (or file) in which to search, as ripgrep takes it.
 * @throws ToolError when it is not there, or not to be read
 */
export async function startOf(workspace: Workspace, path: string, signal: AbortSignal): Promise<string> {
  return at(workspace, path, { signal }, async (place) => {
    if (!place.target) throw new ToolError(`There is no ${shown(path)}.`);
    maySearch(place.parts);
    return `./${place.path}`;
  });
}

/** Folders that are walked to at once. */
const AT_ONCE = 8;

/** Which paths of ripgrep's are files to which a walk of ours goes as well: one walk for each folder. */
export async function filesThere(
  workspace: Workspace,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const byFolder = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const there = new Set<string>();
  await each([...byFolder], AT_ONCE, async ([folder, files]) => {
    for (const file of await filesIn(workspace, folder, files, signal)) there.add(file);
  });
  return there;
}

/** Those that are there; none where the folder is not, or only behind a link. */
async function filesIn(
  workspace: Workspace,
  folder: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return await at(workspace, folder, { signal }, async ({ path, parts, target }) => {
      if (!target?.stat.isDirectory() || path !== (folder || '.')) return [];
      const entries = await readdir(target.at, { withFileTypes: true });
      const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
      const found = paths.map((file) => ({ file, name: file.slice(file.lastIndexOf('/') + 1) }));
      const own = await workspace.ownAmong(
        target,
        found.map(({ name }) => name),
      );
      const mayBeTold = ({ name }: { name: string }) => {
        const standing = standingOf([...parts, name]);
        return files.has(name) && standing !== 'secret' && standing !== 'refused' && !own.has(name);
      };
      return found.filter(mayBeTold).map(({ file }) => file);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError || (error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}

async function each<One>(
  all: readonly One[],
  atOnce: number,
  work: (one: One) => Promise<void>,
): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker));
}

/** A path as ripgrep prints it, from the workspace. */
export function plain(path: string): string {
  const said = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return said.startsWith('./') ? said.replace(/^(?:\.\/)+/, '') : said;
}
