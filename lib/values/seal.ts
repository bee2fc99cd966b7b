/** Credentials as the database keeps them: encrypted with a key derived from Amber's secret, and bound to their owner. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { canonicalJson } from './canonical-json';
import { secretsOf } from './secret-before';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a text is sealed with and for: it opens only if all of this is the same. */
export interface Seal {
  /** At least 32 characters. */
  secret: string;
  /** The kind of thing it is: what is sealed as one kind does not open as another. */
  purpose: string;
  /** Whose it is. */
  owner: readonly string[];
}

export function sealText(seal: Seal, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(seal), iv).setAAD(boundTo(seal));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * Also opens what was sealed with the previous secret, while that still counts. Undefined: it was sealed with another
 * secret or for another owner, or was changed since.
 */
export function openText(seal: Seal, sealed: string): string | undefined {
  for (const secret of secretsOf(seal.secret)) {
    const opened = openWith({ ...seal, secret }, sealed);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

/** With this secret alone, not with the previous one. */
export function openWith(seal: Seal, sealed: string): string | undefined {
  if (!sealed.startsWith(VERSION)) return undefined;
  try {
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    const tagEnd = IV_BYTES + TAG_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, keyOf(seal), bytes.subarray(0, IV_BYTES), options)
      .setAAD(boundTo(seal))
      .setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function keyOf({ secret, purpose }: Seal): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

function boundTo({ owner }: Seal): Buffer {
  return Buffer.from(canonicalJson([...owner]));
}
