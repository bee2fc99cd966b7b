/** The label of a file next to a message, from whatever name it came with. */
import { storable } from '@/lib/values/text';
import { MOST_NAME } from './limits';

/**
 * On one line, without a folder. Direction marks and invisible characters stay: whoever displays it makes them visible.
 */
export function nameOf(given: string): string {
  const last = storable(given).split(/[\\/]/).at(-1)?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const characters = [...last];
  if (characters.length <= MOST_NAME) return last || 'file';
  // The extension says what it is, so it survives the cut.
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(last)?.[0] ?? '';
  return `${characters.slice(0, MOST_NAME - ending.length - 1).join('')}\u2026${ending}`;
}
