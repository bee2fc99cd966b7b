/** Asks a server one question about what it offers besides tools. Sent once, with limits on time and size. */
import type { Asked } from '@/lib/servers/askable-server';
import { abortable } from '@/lib/transport/abortable';
import type { Link } from '@/lib/transport/handshake';

/** @returns the result as it came; nothing if the server does not declare such things */
export async function askWithin(link: Link, asked: Asked): Promise<Record<string, unknown> | undefined> {
  const { of, method, params, budget, signal } = asked;
  if (link.client.initializeResult.capabilities[of] === undefined) return undefined;
  return abortable(link.transport.request(method, params, { budget, signal }), signal);
}
