import 'server-only';
/** Where a request comes from, for rate limits only: without a proxy in front, anybody can write anything there. */

/**
 * The address that the nearest proxy, or our own server, has seen; for IPv6 the network, since one machine has as many
 * addresses as it likes.
 */
export function placeOf(headers: Headers): string {
  const said = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return said.includes('.') ? said : said.split(':', 4).join(':');
}
