/** The name of the session cookie, for those who have to look for one. */

/** Cookies are `amber.session_token`, with https `__Secure-amber.session_token`. */
export const COOKIE_PREFIX = 'amber';
