/**
 * A secret that only this browser has, for as long as it is open: a client's request is decided in the browser in which
 * it began, not in that of somebody who was sent a link to the page.
 */
export const BROWSER_SECRET = 'amber.allow';

/** @param secure whether the page was loaded over https */
export function secretCookie(secret: string, secure: boolean): string {
  return `${BROWSER_SECRET}=${secret}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** From a request's cookies; undefined if this browser has none. */
export function browserSecret(cookies: string | null): string | undefined {
  return /(?:^|;\s*)amber\.allow=([\w-]{24})(?:;|$)/.exec(cookies ?? '')?.[1];
}
