/** What searches share: where they begin, and how they print paths. */
import { ToolError } from '../../serving/answer';
import { isTellable } from '../files/names';
import { maySearch } from '../files/permission';
import { at, shown } from '../files/walk';
import type { Workspace } from '../workspace';

/**
 * The folder (or file) to search, as ripgrep takes it.
 * @throws ToolError if it does not exist, or must not be read
 */
export async function startOf(workspace: Workspace, path: string, signal: AbortSignal): Promise<string> {
  return at(workspace, path, { signal }, async (place) => {
    if (!place.target) throw new ToolError(`There is no ${shown(path)}.`);
    maySearch(place.parts);
    return `./${place.path}`;
  });
}

/**
 * Whether a search may mention a path, by its names and by where Amber's own files are. Asked before anything is
 * counted, since pages, cursors and counts reveal something too.
 */
export function mayTell(workspace: Workspace): (path: string) => boolean {
  const own = workspace.ownBelow();
  return (path) =>
    isTellable(path.split('/')) && !own.some((one) => path === one || path.startsWith(`${one}/`));
}

/** A path that ripgrep printed, relative to the workspace. */
export function plain(path: string): string {
  const said = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return said.startsWith('./') ? said.replace(/^(?:\.\/)+/, '') : said;
}
