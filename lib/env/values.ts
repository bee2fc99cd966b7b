/** Types of settings, each with the message for an invalid value. */
import { existsSync } from 'node:fs';
import { z } from 'zod';

export const text = z.string();
export const MIN_SECRET = 32;
export const longEnough = text.min(MIN_SECRET, { error: `it must have at least ${MIN_SECRET} characters` });

/** An address with one of the given schemes. */
export function address(allowed: string, ...schemes: string[]) {
  const isAllowed = (value: string) => schemes.includes(URL.parse(value)?.protocol ?? '');
  return text.refine(isAllowed, { error: `it must be ${allowed}` });
}

export const webAddress = (example: string) =>
  address(`an address that begins with http:// or https://, such as ${example}`, 'http:', 'https:').refine(
    (value) => URL.parse(value)?.host !== '',
    { error: 'it must name a host' },
  );

/** Only scheme, host and port: nothing is served below a path. */
export const origin = webAddress('https://amber.example.com').refine(
  (value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`,
  { error: 'it must end after the host and the port' },
);

export function wholeNumber(digits: RegExp, which: string) {
  return text.regex(digits, { error: `it must be a whole number ${which}` }).transform(Number);
}

export const existing = (what: string) =>
  text.refine((path) => existsSync(path), { error: `it must be the path of ${what}, and there is none` });

export function namesNobody(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '';
}
