import 'server-only';
/** The session cookie as better-auth writes it, for sessions that begin with single sign-on. */
import { createHmac } from 'node:crypto';
import { COOKIE_PREFIX } from './cookie';

/** @param session null: the browser deletes it */
export function sessionCookie(
  session: { token: string; expiresAt: Date } | null,
  { secret, appUrl }: { secret: string; appUrl: string },
): string {
  const isSecure = appUrl.startsWith('https:');
  const name = `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
  const signed = session
    ? `${session.token}.${createHmac('sha256', secret).update(session.token).digest('base64')}`
    : '';
  const seconds = session ? Math.floor((session.expiresAt.getTime() - Date.now()) / 1000) : 0;
  return `${name}=${encodeURIComponent(signed)}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
