/** What a browser keeps while somebody is at a provider: it proves that the person coming back is the one who went. */

const NAME = 'amber.sign_on';
const SECONDS = 600;

const isSecure = (appUrl: string) => appUrl.startsWith('https:');
/** With `__Host-`, no other host of the company's domain, and nothing without TLS, can have set it. */
const nameFor = (appUrl: string) => `${isSecure(appUrl) ? '__Host-' : ''}${NAME}`;

export function browserIn(headers: Headers, appUrl: string): string | undefined {
  const before = `${nameFor(appUrl)}=`;
  const found = (headers.get('cookie') ?? '').split(';').map((one) => one.trim());
  return found.find((one) => one.startsWith(before))?.slice(before.length);
}

export function browserCookie(browser: string, appUrl: string): string {
  // The prefix requires the path of the whole host.
  const where = isSecure(appUrl) ? 'Path=/; Secure' : 'Path=/api/single-sign-on';
  return `${nameFor(appUrl)}=${browser}; Max-Age=${SECONDS}; ${where}; HttpOnly; SameSite=Lax`;
}
