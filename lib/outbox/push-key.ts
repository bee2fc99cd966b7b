import 'server-only';
/**
 * The key by which browsers' push services know this installation (VAPID, RFC 8292). It is derived from the secret, so
 * that every process has it and nothing is stored; with another secret the key changes, and notifications have to be
 * turned on again.
 */
import { createECDH, hkdfSync } from 'node:crypto';

export interface PushKey {
  /** Both base64url: an uncompressed point, and a scalar. */
  publicKey: string;
  privateKey: string;
}

export function pushKeyOf(secret: string): PushKey {
  const curve = createECDH('prime256v1');
  // One number in four billion is not a valid scalar of the curve.
  for (let attempt = 0; ; attempt++) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `amber web push ${attempt}`, 32));
    try {
      curve.setPrivateKey(bytes);
    } catch {
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}
