/** One question to a server about what it offers beside its tools. Sent once, and bounded. */
import type { Asked } from '@/lib/servers/askable-server';
import { abortable } from '@/lib/transport/abortable';
import type { Link } from '@/lib/transport/handshake';

/** @returns the result as it came; nothing: the server does not say that it has such things */
export async function askWithin(link: Link, asked: Asked): Promise<Record<string, unknown> | undefined> {
  const { of, method, params, budget, signal } = asked;
  if (link.client.initializeResult.capabilities[of] === undefined) return undefined;
  return abortable(link.transport.request(method, params, { budget, signal }), signal);
}
