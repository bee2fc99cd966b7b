/** What a browser keeps while somebody is at a provider: it says that who comes back is who went. */

const NAME = 'amber.sign_on';
const SECONDS = 600;

const nameFor = (appUrl: string) => `${appUrl.startsWith('https:') ? '__Secure-' : ''}${NAME}`;

export function browserIn(headers: Headers, appUrl: string): string | undefined {
  const before = `${nameFor(appUrl)}=`;
  const found = (headers.get('cookie') ?? '').split(';').map((one) => one.trim());
  return found.find((one) => one.startsWith(before))?.slice(before.length);
}

export function browserCookie(browser: string, appUrl: string): string {
  const secure = appUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameFor(appUrl)}=${browser}; Max-Age=${SECONDS}; Path=/api/single-sign-on; HttpOnly; SameSite=Lax${secure}`;
}
