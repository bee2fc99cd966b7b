/** The name of the session cookie, for code that looks for one. */

/** Cookies are `amber.session_token`, with https `__Secure-amber.session_token`. */
export const COOKIE_PREFIX = 'amber';
