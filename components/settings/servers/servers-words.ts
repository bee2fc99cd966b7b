/** Servers and their tools in the words of the settings. Pure. */

import { say } from '@/components/words/say';
import type { ToolReview } from '@/lib/servers/servers-view';

/** Whether an admin's look at it is waited for. */
export function waits({ standing }: ToolReview): boolean {
  return standing === 'new' || standing === 'moved' || standing === 'changed';
}

/** Its rehearsals were switched off because one was none. */
export function isUnrehearsed({ standing, rehearsal: { said } }: ToolReview): boolean {
  return standing === 'on' && said !== null && said.state !== 'on';
}

/** What the server declares, and what that means: "Declares readOnlyHint true. If that is so, it only reads." */
export function declaredWords({ declared, believed }: ToolReview): string {
  const hints = Object.entries(declared)
    .map(([hint, value]) => `${hint} ${String(value)}`)
    .join(', ');
  const risk = say(`servers.means.${believed.risk}`);
  return hints === '' ? say('servers.declares-nothing', { risk }) : say('servers.declares', { hints, risk });
}
