/** What is said of a call whose outcome is unknown. */
import type { Resolution, UnknownCallView } from '@/lib/unknowns/unknown-call-view';

/** How often it was sent, after the time of the last sending: "14:02, once". */
export function timesWords(attempts: number): string {
  if (attempts <= 1) return 'once';
  return attempts === 2 ? 'the second time' : `the last of ${attempts} times`;
}

/** Who said what, as the folded line begins. */
export function resolutionWords(unknownCall: UnknownCallView, viewerId: string): string {
  const who = unknownCall.resolvedBy?.id === viewerId ? 'You' : (unknownCall.resolvedBy?.name ?? 'Somebody');
  return unknownCall.resolution ? `${who} ${SAID[unknownCall.resolution]}` : 'Nobody has said';
}

const SAID: Record<Resolution, string> = {
  happened: 'said that it happened',
  rerun: 'said that it did not happen, and had it run',
  left: 'left it open',
};

/** Who can say when the reader cannot. */
export const WHO_MAY_RESOLVE =
  'The chat’s owner, unless only a viewer, and the team’s admins can say what became of it.';
