/** The words about a call whose outcome is unknown. */

import { say } from '@/components/words/say';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';

/** How often it was sent, after the time of the last attempt: "14:02, once". */
export function timesWords(attempts: number): string {
  if (attempts <= 1) return say('doubt.once');
  return attempts === 2 ? say('doubt.second-time') : say('doubt.last-of', { count: attempts });
}

/** Who resolved it and how, at the beginning of the folded line. */
export function resolutionWords(unknownCall: UnknownCallView, viewerId: string): string {
  const { resolution, resolvedBy } = unknownCall;
  if (!resolution) return say('doubt.unsaid');
  if (resolvedBy?.id === viewerId) return say(`doubt.you.${resolution}`);
  return say(`doubt.said.${resolution}`, { who: resolvedBy?.name ?? say('people.somebody') });
}
