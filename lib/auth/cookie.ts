/** The name of the session cookie, for whoever has to look for one. */

/** Cookies are `amber.session_token`, with https `__Secure-amber.session_token`. */
export const COOKIE_PREFIX = 'amber';
