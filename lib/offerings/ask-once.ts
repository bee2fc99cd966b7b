/** A single question that a person waits for: bounded, with failures in words that name the server. */
import { AppError } from '@/lib/errors';
import type { AskableServer, Offering } from '@/lib/servers/askable-server';
import { isConnectionError, isForPerson } from '@/lib/tools/connection-error';
import { quoted } from '@/lib/values/text';

/** In milliseconds. */
const PATIENCE_MS = 30_000;

export interface Question {
  of: Offering;
  method: string;
  params: Record<string, unknown>;
  signal: AbortSignal;
  /** Of the answer, in bytes. */
  most: number;
}

/** @throws AppError not_found: no server of the caller's has this name */
export function serverNamed(servers: readonly AskableServer[], name: string): AskableServer {
  const server = servers.find((one) => one.name === name);
  if (server) return server;
  throw new AppError('not_found', `The server ${quoted(name)} is not connected. Choose again from the list.`);
}

const NONE: Record<Offering, string> = {
  resources: 'offers no resources',
  completions: 'offers no completions',
  prompts: 'offers no prompts',
};

/** @throws AppError not_found, bad_request, too_large, unavailable; the signal's reason */
export async function askOnce(
  server: AskableServer,
  { of, method, params, signal, most }: Question,
): Promise<Record<string, unknown>> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  try {
    const both = AbortSignal.any([signal, late]);
    const result = await server.ask({ of, method, params, budget: { limit: most, used: 0 }, signal: both });
    if (result) return result;
  } catch (error) {
    signal.throwIfAborted();
    throw failure(server, error, late.aborted);
  }
  throw new AppError('not_found', `The server "${server.name}" ${NONE[of]}.`);
}

function failure({ name }: AskableServer, error: unknown, isLate: boolean): unknown {
  if (isLate)
    return new AppError('unavailable', `The server "${name}" did not answer within ${PATIENCE_MS / 1000} s.`);
  if (!isConnectionError(error)) return error;
  const { message, code, delivery } = error;
  if (code === 'too-large') return new AppError('too_large', `${message} Nothing was attached.`);
  if (isForPerson(code)) return new AppError('unavailable', `${message} Sign in there under Servers.`);
  return new AppError(delivery === 'answered' ? 'bad_request' : 'unavailable', message);
}
