/** The servers at which the newest answer may have lacked a sign-in. Pure. */
import type { AmberMessage } from '@/lib/runs/chat-view';
import { lacksSignIn, type SignInView } from '@/lib/sign-ins/sign-in-view';
import { callStatus } from '../call-status';
import { blocksOf } from '../call-view';

export interface Lacking {
  server: string;
  /** One of its calls failed; otherwise its tools were missing for lack of a sign-in. */
  isOfCall: boolean;
  /** When the answer was begun, ISO 8601; absent if unknown. */
  since?: string | undefined;
}

/** By the server's name. A call may have failed for other reasons: what is known about its sign-in takes precedence. */
export function lackingIn(messages: readonly AmberMessage[]): Lacking[] {
  const newest = messages.at(-1);
  if (newest?.role !== 'assistant') return [];
  const since = newest.metadata?.createdAt;
  const missing = newest.parts.flatMap((part) => (part.type === 'data-notice' && part.data.signIn) || []);
  const failed = blocksOf(newest.parts).flatMap((block) =>
    block.kind === 'calls'
      ? block.groups.flat().flatMap((facts) => {
          const status = callStatus({ part: facts.part, ...(facts.call && { call: facts.call }) });
          return status === 'error' || status === 'unknown' ? [facts.metadata.server] : [];
        })
      : [],
  );
  const names = [...new Set([...missing, ...failed])].sort();
  return names.map((server) => ({ server, isOfCall: !missing.includes(server), since }));
}

/** What is offered: `in`: it was fixed since; null: there is nothing to offer. */
export type Offer = 'sign-in' | 'over' | 'more' | 'team' | 'in';

export function offerOf(lacking: Lacking, signIn: SignInView | undefined): Offer | null {
  if (!signIn) return null;
  const { state, wanted, mayAct, signedInAt } = signIn;
  if (!mayAct) return state === 'active' ? null : 'team';
  if (lacksSignIn(signIn)) return state === 'active' ? moreOf(wanted) : state === 'over' ? 'over' : 'sign-in';
  const isSince = lacking.since !== undefined && signedInAt !== null && signedInAt > lacking.since;
  return isSince || !lacking.isOfCall ? 'in' : null;
}

const moreOf = (wanted: readonly string[]): Offer | null => (wanted.length > 0 ? 'more' : null);
