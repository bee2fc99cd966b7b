/** What a file is called beside a message, from whatever name it came with. */
import { storable } from '@/lib/values/text';
import { MOST_NAME } from './limits';

/** In one line, without a folder; its direction and unseen signs stay as they are: whoever shows it writes them out. */
export function nameOf(given: string): string {
  const last = storable(given).split(/[\\/]/).at(-1)?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const characters = [...last];
  if (characters.length <= MOST_NAME) return last || 'file';
  // How it ends says what it is.
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(last)?.[0] ?? '';
  return `${characters.slice(0, MOST_NAME - ending.length - 1).join('')}\u2026${ending}`;
}
