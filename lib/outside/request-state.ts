import 'server-only';
/** What a client of 2026-07-28 brings back when it was told to ask again: which call it is, signed for its token. */
import { createHmac } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { findRun, type RunRow } from '@/lib/store/runs';
import { isSigned } from '@/lib/values/secret-before';

/** Which run, whether its client has been shown the way to the card, and what it called: tool and arguments, hashed. */
export interface RunState {
  runId: string;
  isShown: boolean;
  same: string;
}

/** Its person was to sign in at a server first: with which sign-ins there were, and since when (milliseconds since 1970). */
export interface SignInState {
  signIn: string;
  before: string;
  since: number;
}

export type RequestState = RunState | SignInState;

/** The state as it goes to the client. */
export function stateText(secret: string, tokenId: string, state: RequestState): string {
  const said = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${said}.${signature(secret, tokenId, said)}`;
}

/**
 * Reads what a client brought back.
 * @throws when it is not ours, or was another token's
 */
export function readState(secret: string, tokenId: string, text: string): RequestState {
  const [said = '', signed = ''] = text.split('.');
  if (!isSigned(secret, signed, (one) => signature(one, tokenId, said))) throw new Error('not ours');
  return JSON.parse(Buffer.from(said, 'base64url').toString()) as RequestState;
}

function signature(secret: string, tokenId: string, said: string): string {
  return createHmac('sha256', secret).update(`outside state\n${tokenId}\n${said}`).digest('base64url');
}

/** Of the run that a client asks for again, if it does. */
export function runState({ mcpReq }: ServerContext): RunState | undefined {
  const state = mcpReq.requestState<RequestState>();
  return state && 'runId' in state ? state : undefined;
}

/** Of the sign-in that it was shown the way to, if it was. */
export function signInState({ mcpReq }: ServerContext): SignInState | undefined {
  const state = mcpReq.requestState<RequestState>();
  return state && 'signIn' in state ? state : undefined;
}

/**
 * The call that a client asks for again, if it does.
 * @param same of tool and arguments: with others it is another call
 */
export async function runOfState(
  db: Database,
  tokenId: string,
  { request, same }: { request: ServerContext; same: string },
): Promise<RunRow | undefined> {
  const state = runState(request);
  if (!state) return undefined;
  const run = await findRun(db, state.runId);
  if (run?.tokenId === tokenId && state.same === same) return run;
  throw new AppError(
    'conflict',
    'This was asked with other arguments before. Nothing ran; call without that state.',
  );
}
