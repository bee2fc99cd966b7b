/** Where a search begins, and which of the paths that it found may be told. */
import { ToolError } from '../../serving/answer';
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

/** Whether a path of ripgrep's is a file to which a walk of ours goes as well. */
export async function isThere(workspace: Workspace, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await at(workspace, path, { signal, linkItself: true }, async (place) => {
      maySearch(place.parts);
      return place.target?.stat.isFile() ?? false;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError || (error as NodeJS.ErrnoException).code !== undefined) return false;
    throw error;
  }
}

/** A path as ripgrep prints it, from the workspace. */
export function plain(path: string): string {
  return path.replaceAll('\\', process.platform === 'win32' ? '/' : '\\').replace(/^(?:\.\/)+/, '');
}
