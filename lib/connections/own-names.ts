/**
 * What a server calls itself: told at the handshake, and asked again with each listing where nothing else says that it
 * is the very one that answered then. Another name is another server; another version is not.
 */

import { abortable } from '@/lib/transport/abortable';
import type { Link } from '@/lib/transport/handshake';
import { CLIENT_INFO, STATELESS_VERSION } from '@/lib/transport/transport';
import { isRecord } from '@/lib/values/records';
import { quoted, storable } from '@/lib/values/text';

const LONGEST = 200;
const MOST_BYTES = 100_000;
/** Nobody waits long for a name. */
const WITHIN_MS = 5_000;
/** This many names are no release and no move. */
const RESTLESS = 3;
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

export class OwnNames {
  /** By link: the first listing believes the handshake that it was made with. */
  private readonly known = new WeakMap<Link, string | undefined>();

  private readonly all = new Set<string>();

  /** What is said of a server that gives itself a name of its own each time: it can be confirmed, and not relied on. */
  get problem(): string | undefined {
    if (this.all.size < RESTLESS) return undefined;
    const names = [...this.all]
      .slice(0, RESTLESS)
      .map((name) => quoted(name))
      .join(', ');
    return `It calls itself something else again and again (${names}): each time it counts as another server, what waits for it is asked again, and a vouch for it does not last.`;
  }

  /** Undefined: it gives itself no name. One that does not answer now keeps the name that it had. */
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
