/** The words of servers and their tools in the settings. Pure. */

import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ToolReview } from '@/lib/servers/servers-view';

/** Whether it waits for an admin's review. */
export function waits({ standing }: ToolReview): boolean {
  return standing === 'new' || standing === 'moved' || standing === 'changed';
}

/**
 * A server's last error, such as "It ended with code 1: no such file.": in the page's language as far as that knows it.
 * What follows the colon may be the server's own.
 */
export function errorWords(message: string): string {
  const [, whole = '', before = '', after = ''] = /^It ((.+?)(: .+)?)\.$/s.exec(message) ?? [];
  for (const [clause, rest] of [
    [whole, ''],
    [before, after],
  ] as const) {
    const known = told(clause);
    if (known !== clause) return say('servers.it', { clause: known + rest });
  }
  return told(message);
}

/** Its rehearsals were switched off because one turned out to have changed something. */
export function isUnrehearsed({ standing, rehearsal: { said } }: ToolReview): boolean {
  return standing === 'on' && said !== null && said.state !== 'on';
}

/**
 * What the server declares, and what it means: "Declares readOnlyHint true. If that is so, it only reads." Where somebody
 * vouches for it, and nothing of it is in doubt, it is so.
 */
export function declaredWords(
  { declared, believed, standing, doubts }: ToolReview,
  trusted: boolean,
): string {
  const hints = Object.entries(declared)
    .map(([hint, value]) => `${hint} ${String(value)}`)
    .join(', ');
  const risk = say(`servers.means.${believed.risk}`);
  if (hints === '') return say('servers.declares-nothing', { risk });
  const isBelieved = trusted && standing === 'on' && doubts.every((doubt) => doubt.isBelieved);
  return say(isBelieved ? 'servers.declares.vouched' : 'servers.declares', { hints, risk });
}
