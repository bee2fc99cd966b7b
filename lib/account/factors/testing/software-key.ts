/** A passkey in software: the answers of a browser with its device, and those of a dishonest one. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

export interface Where {
  origin: string;
  rpId?: string;
  /** The device has not verified its user. */
  unverified?: boolean;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

export class SoftwareKey {
  readonly id = text(randomBytes(16));
  readonly #private: KeyObject;
  readonly #public: Map<number, number | Uint8Array>;
  #count = 0;

  constructor() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
    this.#private = pair.privateKey;
    const point = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
    this.#public = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]);
  }

  register(challenge: string, where: Where): RegistrationResponseJSON {
    const id = Buffer.from(this.id, 'base64url');
    const key = isoCBOR.encode(this.#public);
    const length = Buffer.from([0, id.length]);
    const authData = Buffer.concat([this.#about(where, HAS_KEY), Buffer.alloc(16), length, id, key]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        attestationObject: text(attestation),
        clientDataJSON: text(this.#client('webauthn.create', challenge, where)),
      },
    };
  }

  sign(challenge: string, where: Where): AuthenticationResponseJSON {
    this.#count++;
    const authData = this.#about(where, 0);
    const client = this.#client('webauthn.get', challenge, where);
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(client)]))
      .sign(this.#private);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        authenticatorData: text(authData),
        clientDataJSON: text(client),
        signature: text(signature),
      },
    };
  }

  #about({ origin, rpId, unverified }: Where, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#count);
    const all = PRESENT | flags | (unverified ? 0 : VERIFIED);
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), Buffer.from([all]), count]);
  }

  #client(type: string, challenge: string, { origin }: Where): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
