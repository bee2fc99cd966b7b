/** What searches share: where they begin, and paths as they are printed. */
import { ToolError } from '../../serving/answer';
import { isTellable } from '../files/names';
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

/**
 * Whether a search may tell of a path, by its names and by where Amber's own lies: asked before anything is counted, since pages,
 * cursors and numbers tell something too.
 */
export function mayTell(workspace: Workspace): (path: string) => boolean {
  const own = workspace.ownBelow();
  return (path) =>
    isTellable(path.split('/')) && !own.some((one) => path === one || path.startsWith(`${one}/`));
}

/** A path as ripgrep prints it, from the workspace. */
export function plain(path: string): string {
  const said = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return said.startsWith('./') ? said.replace(/^(?:\.\/)+/, '') : said;
}
