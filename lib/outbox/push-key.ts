import 'server-only';
/**
 * The key by which makers of browsers know this installation (VAPID, RFC 8292). It follows from the secret, so that every
 * process has it and nothing is stored; another secret makes another key, and browsers are then turned on anew.
 */
import { createECDH, hkdfSync } from 'node:crypto';

export interface PushKey {
  /** Both base64url: a point that is not compressed, and a number. */
  publicKey: string;
  privateKey: string;
}

export function pushKeyOf(secret: string): PushKey {
  const curve = createECDH('prime256v1');
  // One number in four thousand million is none of the curve's.
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
