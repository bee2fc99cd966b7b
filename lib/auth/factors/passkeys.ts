import 'server-only';
/**
 * Passkeys for one purpose at a time: the challenge to sign is a row that is used up together with the signature.
 * Signing in with a passkey is better-auth's part; in both cases the device must have verified the person.
 */
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Queryable } from '@/db/client';
import type { Env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import {
  insertChallenge,
  listPasskeys,
  type PasskeyRow,
  setCounter,
  takeChallenge,
} from '@/lib/store/settings/factors';
import { sha256Hex } from '@/lib/values/canonical-json';

/** Where people reach Amber, by the settings: neither value is taken from a request. */
export type Place = Pick<Env, 'appUrl' | 'origins'>;
/** The only purpose for which a signature is valid. */
export type Purpose = { purpose: 'register' } | { purpose: 'prove' | 'card'; subject: string };

const VALID_MINUTES = 5;

export const rpIdOf = ({ appUrl }: Place): string => new URL(appUrl).hostname;

/** Origins on the configured host: a passkey belongs to one host name. */
export const originsOf = (place: Place): string[] =>
  place.origins.filter((origin) => new URL(origin).hostname === rpIdOf(place));

export async function registrationOptions(
  db: Queryable,
  place: Place,
  user: { userId: string; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(db, user.userId);
  const options = await generateRegistrationOptions({
    rpName: 'Amber',
    rpID: rpIdOf(place),
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.userId),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialID, transports }) => named(credentialID, transports)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keep(db, user.userId, options.challenge, { purpose: 'register' });
  return options;
}

/** @throws AppError bad_request: not what was asked for, for another place, or the device did not verify the person */
export async function verifyRegistration(
  db: Queryable,
  place: Place,
  userId: string,
  response: RegistrationResponseJSON,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => take(db, userId, challenge, { purpose: 'register' }),
    expectedOrigin: originsOf(place),
    expectedRPID: rpIdOf(place),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) {
    throw new AppError('bad_request', 'This passkey could not be checked. It was not added; try again.');
  }
  return verified.registrationInfo;
}

export async function assertionOptions(
  db: Queryable,
  place: Place,
  userId: string,
  purpose: Exclude<Purpose, { purpose: 'register' }>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = await listPasskeys(db, userId);
  if (known.length === 0) throw new AppError('conflict', 'You have no passkey.');
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(place),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialID, transports }) => named(credentialID, transports)),
  });
  await keep(db, userId, options.challenge, purpose);
  return options;
}

/**
 * @throws AppError forbidden: not theirs, for another purpose or place, used already, or without verifying the person
 */
export async function verifyAssertion(
  db: Queryable,
  place: Place,
  userId: string,
  response: AuthenticationResponseJSON,
  purpose: Exclude<Purpose, { purpose: 'register' }>,
): Promise<void> {
  const key = (await listPasskeys(db, userId)).find(({ credentialID }) => credentialID === response.id);
  const verified = key && (await verify(db, place, key, response, purpose).catch(() => null));
  if (!verified?.verified) throw wrongPasskey();
  await setCounter(db, key?.id ?? '', verified.authenticationInfo.newCounter);
}

function verify(
  db: Queryable,
  place: Place,
  key: PasskeyRow,
  response: AuthenticationResponseJSON,
  purpose: Purpose,
) {
  return verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => take(db, key.userId, challenge, purpose),
    expectedOrigin: originsOf(place),
    expectedRPID: rpIdOf(place),
    credential: {
      ...named(key.credentialID, key.transports),
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64')),
      counter: key.counter,
    },
    requireUserVerification: true,
  });
}

const wrongPasskey = () =>
  new AppError(
    'forbidden',
    'This passkey was not accepted, or was asked for something else. Nothing was changed; try again.',
    { step: 'factor' },
  );

function named(id: string, transports: string | null) {
  const known = (transports ?? '').split(',').filter((one) => one !== '');
  // As the device gave them at registration; browsers ignore values that they do not know.
  return { id, transports: known as AuthenticatorTransportFuture[] };
}

async function keep(db: Queryable, userId: string, challenge: string, purpose: Purpose): Promise<void> {
  await insertChallenge(db, { id: sha256Hex(challenge), userId, ...purpose }, VALID_MINUTES);
}

function take(db: Queryable, userId: string, challenge: string, purpose: Purpose): Promise<boolean> {
  return takeChallenge(db, { id: sha256Hex(challenge), userId, ...purpose });
}
