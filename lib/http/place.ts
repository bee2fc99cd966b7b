import 'server-only';
/** From where a request comes, for limits alone: without a proxy in front anybody can write anything there. */

/** What the nearest proxy, or our own server, has seen; of IPv6 the network, since one machine has as many as it likes. */
export function placeOf(headers: Headers): string {
  const said = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return said.includes('.') ? said : said.split(':', 4).join(':');
}
