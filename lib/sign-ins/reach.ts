/**
 * How the other sides of a sign-in are reached: a server as its entry allows; servers that it names never by more
 * private addresses.
 */
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

/** @param privateServers as in the operator's setting */
export function reachOf(
  config: Pick<WebServerConfig, 'origin' | 'url' | 'address'>,
  privateServers: boolean,
): Reach {
  if (privateServers) return { serverWeb: everywhere, issuerWeb: everywhere };
  if (config.origin === 'settings') return { serverWeb: open, issuerWeb: open };
  // A server that the operator has listed with a private address may use an authorization server in its network.
  const url = new URL(config.address ?? config.url);
  const isInside = isLocal(url) || isClosedHost(url.hostname);
  return { serverWeb: everywhere, issuerWeb: isInside ? everywhere : open };
}
