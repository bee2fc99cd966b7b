/**
 * What only this browser has, for as long as it stays open: a client's request to be let in is decided in the browser in which it
 * began, not in that of somebody who was sent the link to the page.
 */
export const BROWSER_SECRET = 'amber.allow';

/** @param secure whether the page came over https */
export function secretCookie(secret: string, secure: boolean): string {
  return `${BROWSER_SECRET}=${secret}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Of a request's cookies; undefined: this browser has none of ours. */
export function browserSecret(cookies: string | null): string | undefined {
  return /(?:^|;\s*)amber\.allow=([\w-]{24})(?:;|$)/.exec(cookies ?? '')?.[1];
}
