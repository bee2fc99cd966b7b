/**
 * The name a server gives itself: told at the handshake, and asked again with each listing unless the transport
 * guarantees that the same server still answers. A different name means a different server; a different version does
 * not.
 */

import { abortable } from '@/lib/transport/abortable';
import type { Link } from '@/lib/transport/handshake';
import { CLIENT_INFO, STATELESS_VERSION } from '@/lib/transport/transport';
import { isRecord } from '@/lib/values/records';
import { quoted, storable } from '@/lib/values/text';

const LONGEST = 200;
const MOST_BYTES = 100_000;
/** How long a listing waits for the name. */
const WITHIN_MS = 5_000;
/** So many different names cannot be explained by a new release or a move. */
const RESTLESS = 3;
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

export class OwnNames {
  /** Per link: the first listing takes the name from the handshake that it was made with. */
  private readonly known = new WeakMap<Link, string | undefined>();

  private readonly all = new Set<string>();

  /** The complaint about a server that keeps changing its name: it can be trusted, but the trust does not last. */
  get problem(): string | undefined {
    if (this.all.size < RESTLESS) return undefined;
    const names = [...this.all]
      .slice(0, RESTLESS)
      .map((name) => quoted(name))
      .join(', ');
    return `It calls itself something else again and again (${names}): each time it counts as another server, what waits for it is asked again, and a vouch for it does not last.`;
  }

  /** Undefined: it gives itself no name. If it does not answer now, it keeps the name it had. */
  async of(link: Link, signal: AbortSignal): Promise<string | undefined> {
    const { client, transport } = link;
    if (!this.known.has(link)) this.known.set(link, nameIn(client.initializeResult.serverInfo));
    else if (!transport.isTheSame) this.known.set(link, await this.askedAgain(link, signal));
    const name = this.known.get(link);
    if (name !== undefined && this.all.size < RESTLESS) this.all.add(name);
    return name;
  }

  private async askedAgain(link: Link, signal: AbortSignal): Promise<string | undefined> {
    const { transport } = link;
    const { protocolVersion } = transport;
    const isNew = protocolVersion === STATELESS_VERSION;
    const hello = { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
    const options = { budget: { limit: MOST_BYTES, used: 0 }, signal: limit };
    try {
      const request = transport.request(
        isNew ? 'server/discover' : 'initialize',
        isNew ? {} : hello,
        options,
      );
      const result = await abortable(request, limit);
      const meta = isRecord(result._meta) ? result._meta : {};
      return nameIn(isNew ? meta[SERVER_INFO] : result.serverInfo);
    } catch {
      signal.throwIfAborted();
      return this.known.get(link);
    }
  }
}

function nameIn(serverInfo: unknown): string | undefined {
  const name = isRecord(serverInfo) ? serverInfo.name : undefined;
  return typeof name === 'string' && name !== '' ? storable(name.slice(0, LONGEST)) : undefined;
}
