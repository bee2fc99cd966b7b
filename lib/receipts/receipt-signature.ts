/** Who exported: Ed25519 with a key that comes from Amber's secret. Plain node loads this file too. */
import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import { type Closing, type SignedClosing, signedText } from './receipt-lines.ts';

/** DER prefix of the 32-byte Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const PURPOSE = 'amber: receipts are signed with this';

function privateKey(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** The public key: 32 bytes, base64url. It stays the same for as long as the secret does. */
export function publicKeyOf(secret: string): string {
  return String(createPublicKey(privateKey(secret)).export({ format: 'jwk' }).x);
}

/** @param secret at least 32 characters */
export function signClosing(secret: string, closing: Omit<Closing, 'publicKey'>): SignedClosing {
  const full = { ...closing, publicKey: publicKeyOf(secret) };
  const signature = sign(null, Buffer.from(signedText(full)), privateKey(secret)).toString('base64url');
  return { ...full, signature };
}

/** Whether the private key behind the public key that it names signed exactly this. */
export function isSigned(closing: SignedClosing): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: closing.publicKey }, format: 'jwk' });
    const signature = Buffer.from(closing.signature, 'base64url');
    const isSpelledSo = signature.toString('base64url') === closing.signature;
    return isSpelledSo && verify(null, Buffer.from(signedText(closing)), key, signature);
  } catch {
    return false;
  }
}
