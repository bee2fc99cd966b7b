import 'server-only';
/**
 * Passkeys, asked for one purpose: what is to be signed is a row that is used up by who comes with the signature. Signing in
 * with one is better-auth's; for both the device must have asked its person.
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

/** Where people reach Amber, by the settings: neither is taken from a request. */
export type Place = Pick<Env, 'appUrl' | 'origins'>;
/** What a signature is for, and good for nothing else. */
export type Purpose = { purpose: 'register' } | { purpose: 'prove' | 'card'; subject: string };

const VALID_MINUTES = 5;

export const rpIdOf = ({ appUrl }: Place): string => new URL(appUrl).hostname;

/** Of those places that carry the name: a passkey is of one name. */
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

/** @throws AppError bad_request: not what was asked for, not for here, or its device did not ask its person */
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

/** @throws AppError forbidden: not theirs, not for this, used already, not for here, or without its person */
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
  // As the device named them when it was registered; what a browser does not know it leaves aside.
  return { id, transports: known as AuthenticatorTransportFuture[] };
}

async function keep(db: Queryable, userId: string, challenge: string, purpose: Purpose): Promise<void> {
  await insertChallenge(db, { id: sha256Hex(challenge), userId, ...purpose }, VALID_MINUTES);
}

function take(db: Queryable, userId: string, challenge: string, purpose: Purpose): Promise<boolean> {
  return takeChallenge(db, { id: sha256Hex(challenge), userId, ...purpose });
}
