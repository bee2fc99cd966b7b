/** Identifiers of rows and secrets: short readable ids, and long unguessable ones. */
import { randomBytes } from 'node:crypto';

/** An id for a row that only its team can reach, such as `cus_9f2c41d07ab3`: prefix, `_`, 48 random bits in hex. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

/** 144 random bits as 24 characters of base64url, for ids that must not be guessable: chats, runs, approvals. */
export function randomToken(): string {
  return randomBytes(18).toString('base64url');
}
