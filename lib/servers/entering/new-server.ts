/**
 * A server as an admin enters it: whether it can be used at all, whether it may be reached, and whether it answers now.
 */
import { AppError } from '@/lib/errors';
import { isClosedHost } from '@/lib/transport/addresses';
import { isSecretName } from '@/lib/transport/secrets';
import { complaintAbout } from '../config';
import { entryFrom } from '../config-entry';
import type { ServedConnections } from '../served-connections';
import { remedyFor } from './remedy';

export interface NewServer {
  name: string;
  url: string;
  /** Absent: Streamable HTTP, else server-sent events. */
  type?: 'http' | 'sse' | undefined;
  headers: Record<string, string>;
  /** As in the operator's file, in milliseconds. */
  timeoutMs?: number | undefined;
  totalTimeoutMs?: number | undefined;
  /** It is added only if it answers now. */
  mustAnswer?: boolean | undefined;
}

/**
 * Values are taken literally: no variable of ours, or of the environment, is filled in.
 * @param sentence that the reason follows
 */
export function assertUsable({ name, type, mustAnswer: _, ...rest }: NewServer, sentence: string): void {
  const hasPlaceholder = Object.values(rest.headers).some((value) => value.includes('${'));
  const entry = { ...rest, ...(type && { type }) };
  // These names would collide with routes.
  if (['sign-in', 'sign-out'].includes(name))
    throw new AppError(
      'bad_request',
      'This cannot be added: its name is taken by Amber. Choose another name.',
    );
  const server = hasPlaceholder
    ? 'a header is sent as it stands here; "${" is for the operator\u2019s file.'
    : (complaintAbout(name) ?? entryFrom(name, entry, () => undefined));
  if (typeof server === 'string') throw new AppError('bad_request', `${sentence} ${server}`);
}

/**
 * A server that merely asks for a sign-in does answer: people sign in there afterwards. If a credential was entered, it
 * was rejected.
 * @param sentence that follows the reason
 * @throws AppError unavailable
 */
export async function assertAnswers(
  connections: Pick<ServedConnections, 'probe'>,
  entered: NewServer,
  sentence: string,
): Promise<void> {
  const { name, url, headers, type, timeoutMs } = entered;
  const times = { ...(timeoutMs && { timeoutMs }) };
  const what = { name, url, headers, trusted: false, origin: 'settings' as const };
  const problem = await connections.probe({ ...what, ...(type && { type }), ...times });
  const hasCredential = Object.keys(headers).some(isSecretName);
  if (problem === null || (problem.needsSignIn && !hasCredential)) return;
  const remedy = problem.needsSignIn
    ? 'Check the value of its header, or leave it out to sign in.'
    : remedyFor(problem.message);
  throw new AppError('unavailable', [problem.message, remedy, sentence].filter(Boolean).join(' '));
}

export function assertOpen(url: string): void {
  const { hostname } = new URL(url);
  if (!isClosedHost(hostname)) return;
  throw new AppError(
    'bad_request',
    `Address: ${hostname} is not on the open internet, and only what is there can be added here. Ask whoever runs Amber to add it (in mcp.json, or by AMBER_PRIVATE_SERVERS=1 for tests and development).`,
  );
}
