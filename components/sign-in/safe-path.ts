/**
 * Where to go after signing in: only a path of our own, never an address that somebody else put into the link, nor a
 * page that leads back here.
 */
export function safePath(asked: unknown): string {
  if (typeof asked !== 'string') return '/';
  const isOurs = /^\/(?![/\\])[\w\-./]*$/.test(asked);
  return isOurs && !/^\/(?:sign-in|second-factor)/.test(asked) ? asked : '/';
}
