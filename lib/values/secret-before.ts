/**
 * The previous secret, while an operator still configures it: what was sealed or signed with it still counts. New
 * things are only ever sealed and signed with the present one.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from './once';

const before = once('secrets-before', () => new Map<string, string>());

/**
 * Set at start.
 * @param secretBefore absent: no previous secret counts
 */
export function noteSecretBefore(secret: string, secretBefore: string | undefined): void {
  if (secretBefore === undefined || secretBefore === secret) before.delete(secret);
  else before.set(secret, secretBefore);
}

/** The secrets that a thing may have been sealed or signed with: the present one first. */
export function secretsOf(secret: string): string[] {
  const old = before.get(secret);
  return old === undefined ? [secret] : [secret, old];
}

/** A key derived from a secret, together with the one derived from the previous secret. */
export function derivedSecret(secret: string, derive: (secret: string) => string): string {
  const [key = '', old] = secretsOf(secret).map(derive);
  noteSecretBefore(key, old);
  return key;
}

/** Whether one of the keys signed this. */
export function isSigned(secret: string, given: string, sign: (secret: string) => string): boolean {
  const bytes = Buffer.from(given);
  const isIt = (expected: Buffer) => expected.length === bytes.length && timingSafeEqual(expected, bytes);
  return secretsOf(secret).some((one) => isIt(Buffer.from(sign(one))));
}
