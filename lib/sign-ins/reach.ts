/** How the other sides of a sign-in are reached: a server as its entry may be, whomever it names never further inside. */
import { isLocal, type Web } from '@/lib/authorization/web';
import { isClosedHost, isOpen } from '@/lib/transport/addresses';
import type { WebServerConfig } from '@/lib/transport/server-config';
import { webFetch } from '@/lib/transport/web-fetch';

export interface Reach {
  serverWeb: Web;
  issuerWeb: Web;
}

const open: Web = { fetch: webFetch({ allows: isOpen }), mayBeLocal: false };
const everywhere: Web = { fetch: webFetch(), mayBeLocal: true };

/** @param privateServers as the operator's setting says */
export function reachOf(
  config: Pick<WebServerConfig, 'origin' | 'url' | 'address'>,
  privateServers: boolean,
): Reach {
  if (privateServers) return { serverWeb: everywhere, issuerWeb: everywhere };
  if (config.origin === 'settings') return { serverWeb: open, issuerWeb: open };
  // What the operator has listed with an inner address may be let in by its neighbours.
  const url = new URL(config.address ?? config.url);
  const isInside = isLocal(url) || isClosedHost(url.hostname);
  return { serverWeb: everywhere, issuerWeb: isInside ? everywhere : open };
}
