/**
 * The secret before the present one, while an operator still names it: what was sealed or signed with that counts as well. New
 * things are only ever sealed and signed with the present one.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from './once';

const before = once('secrets-before', () => new Map<string, string>());

/** At start. @param secretBefore absent: no earlier secret counts */
export function noteSecretBefore(secret: string, secretBefore: string | undefined): void {
  if (secretBefore === undefined || secretBefore === secret) before.delete(secret);
  else before.set(secret, secretBefore);
}

/** By what a thing may have been sealed or signed: the present one first. */
export function secretsOf(secret: string): string[] {
  const old = before.get(secret);
  return old === undefined ? [secret] : [secret, old];
}

/** A key that comes from a secret; the one that came from the secret before counts with it. */
export function derivedSecret(secret: string, derive: (secret: string) => string): string {
  const [key = '', old] = secretsOf(secret).map(derive);
  noteSecretBefore(key, old);
  return key;
}

/** Whether it is what one of them signs. */
export function isSigned(secret: string, given: string, sign: (secret: string) => string): boolean {
  const bytes = Buffer.from(given);
  const isIt = (expected: Buffer) => expected.length === bytes.length && timingSafeEqual(expected, bytes);
  return secretsOf(secret).some((one) => isIt(Buffer.from(sign(one))));
}
