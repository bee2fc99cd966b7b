/** The headers of a server that an admin has added, as the database keeps them: encrypted with a key of Amber's secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { canonicalJson } from '@/lib/values/canonical-json';

const ALGORITHM = 'aes-256-gcm';
const PURPOSE = 'amber: headers of servers are sealed with this';
const VERSION = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Whose they are: what is sealed for one server of one team opens for no other. */
export interface SealedFor {
  teamId: string;
  name: string;
  url: string;
}

/** @param secret at least 32 characters */
export function sealHeaders(
  secret: string,
  owner: SealedFor,
  headers: Readonly<Record<string, string>>,
): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), iv).setAAD(boundTo(owner));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(headers)), cipher.final()]);
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined: they were sealed with another secret, for another server, or were changed since. */
export function openHeaders(
  secret: string,
  owner: SealedFor,
  sealed: string,
): Record<string, string> | undefined {
  if (!sealed.startsWith(VERSION)) return undefined;
  try {
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    const tagEnd = IV_BYTES + TAG_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytes.subarray(0, IV_BYTES), options)
      .setAAD(boundTo(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
    const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
    return JSON.parse(text.toString()) as Record<string, string>;
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32));
}

function boundTo({ teamId, name, url }: SealedFor): Buffer {
  return Buffer.from(canonicalJson([teamId, name, url]));
}
