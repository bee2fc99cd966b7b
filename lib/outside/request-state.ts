import 'server-only';
/** What a client of 2026-07-28 brings back when it was told to ask again: which call it is, signed for its token. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@/lib/errors';
import { findRun, type RunRow } from '@/lib/store/runs';
import type { OutsideRequest } from './services';

/** Which run, and whether its client has been shown the way to the card. */
export interface RequestState {
  runId: string;
  isShown: boolean;
}

/** The state as it goes to the client. */
export function stateText(secret: string, tokenId: string, { runId, isShown }: RequestState): string {
  const said = `${runId}.${isShown ? 1 : 0}`;
  return `${said}.${signature(secret, tokenId, said)}`;
}

/**
 * Reads what a client brought back.
 * @throws when it is not ours, or was another token's
 */
export function readState(secret: string, tokenId: string, text: string): RequestState {
  const [runId = '', shown = '', signed = ''] = text.split('.');
  const expected = Buffer.from(signature(secret, tokenId, `${runId}.${shown}`));
  const given = Buffer.from(signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('not ours');
  return { runId, isShown: shown === '1' };
}

function signature(secret: string, tokenId: string, said: string): string {
  return createHmac('sha256', secret).update(`outside state\n${tokenId}\n${said}`).digest('base64url');
}

/**
 * The call that a client asks for again, if it does.
 * @param same of tool and arguments: with others it is another call
 */
export async function runOfState(
  { services, visit, request }: OutsideRequest,
  same: string,
): Promise<RunRow | undefined> {
  const state = request.mcpReq.requestState<RequestState>();
  if (!state) return undefined;
  const run = await findRun(services.deps.db, state.runId);
  if (run?.tokenId === visit.visitor.tokenId && run.askedHash === same) return run;
  throw new AppError(
    'conflict',
    'This was asked with other arguments before. Nothing ran; call without that state.',
  );
}
