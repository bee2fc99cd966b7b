/** The cookie of a sign-in in progress, with TLS and without. */
import { expect, it } from 'vitest';
import { browserCookie, browserIn } from './browser';

const [SECURE, PLAIN] = ['https://amber.example', 'http://localhost:3000'];
const headers = (cookie: string) => new Headers({ cookie });

it('is of this host alone where there is TLS, and none that another host could have set is read', () => {
  const cookie = browserCookie('secret', SECURE);
  expect(cookie).toBe('__Host-amber.sign_on=secret; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=Lax');
  expect(cookie).not.toMatch(/domain/i);
  expect(browserIn(headers(cookie.split(';')[0] ?? ''), SECURE)).toBe('secret');
  for (const name of [
    'amber.sign_on',
    '__Secure-amber.sign_on',
    '__host-amber.sign_on',
    'x__Host-amber.sign_on',
  ])
    expect(browserIn(headers(`${name}=planted`), SECURE)).toBeUndefined();
});

it('is of the addresses of single sign-on where there is none', () => {
  const cookie = browserCookie('secret', PLAIN);
  expect(cookie).toBe('amber.sign_on=secret; Max-Age=600; Path=/api/single-sign-on; HttpOnly; SameSite=Lax');
  expect(browserIn(headers('other=1; amber.sign_on=secret'), PLAIN)).toBe('secret');
});
