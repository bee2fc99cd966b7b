import 'server-only';
/**
 * The state that a client of 2026-07-28 sends back after it was told to call again: which call it is, signed for its
 * token.
 */
import { createHmac } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import { findRun, type RunRow } from '@/lib/store/runs';
import { isSigned } from '@/lib/values/secret-before';

/** The run, whether its client has been shown the way to the card, and a hash of tool and arguments. */
export interface RunState {
  runId: string;
  isShown: boolean;
  same: string;
}

/** Its person had to sign in at a server first: which sign-ins there were, and since when (milliseconds since 1970). */
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
 * Reads the state that a client sent back.
 * @throws if it is not ours, or another token's
 */
export function readState(secret: string, tokenId: string, text: string): RequestState {
  const [said = '', signed = ''] = text.split('.');
  if (!isSigned(secret, signed, (one) => signature(one, tokenId, said))) throw new Error('not ours');
  return JSON.parse(Buffer.from(said, 'base64url').toString()) as RequestState;
}

function signature(secret: string, tokenId: string, said: string): string {
  return createHmac('sha256', secret).update(`outside state\n${tokenId}\n${said}`).digest('base64url');
}

/** The run that a client calls again for, if any. */
export function runState({ mcpReq }: ServerContext): RunState | undefined {
  const state = mcpReq.requestState<RequestState>();
  return state && 'runId' in state ? state : undefined;
}

/** The sign-in that it was shown the way to, if any. */
export function signInState({ mcpReq }: ServerContext): SignInState | undefined {
  const state = mcpReq.requestState<RequestState>();
  return state && 'signIn' in state ? state : undefined;
}

/**
 * The call that a client calls again for, if any.
 * @param same hash of tool and arguments: with others it is a different call
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
