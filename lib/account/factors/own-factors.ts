import 'server-only';
/** The authenticator app, recovery codes and passkeys of a person's own account. */
import { getAuthenticatorName } from '@better-auth/passkey';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isUniqueViolation, type Queryable } from '@/db/client';
import { newId } from '@/db/ids';
import {
  appAddress,
  newAppSecret,
  newRecoveryCodes,
  sealAppSecret,
  tooMany,
  tryCode,
  wrongCode,
} from '@/lib/auth/factors/codes';
import { registrationOptions, verifyRegistration } from '@/lib/auth/factors/passkeys';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  deletePasskey,
  findFactors,
  insertPasskey,
  listPasskeys,
  lockFactor,
  renamePasskey,
  replaceRecoveryCodes,
  setApp,
  setPending,
} from '@/lib/store/settings/factors';
import { APP_OFF, APP_SET, NEW_CODES, PASSKEY_ADDED, PASSKEY_REMOVED } from '../mails';
import { readProfile } from '../profile';
import { added, changeFactors, removed } from './change';
import { type AppOffer, type FactorsView, MOST_PASSKEYS } from './factors-view';
import { type FactorContext, type Proof, prove } from './prove';

/** @throws AppError not_found */
export async function readFactors(db: Queryable, { userId }: Pick<Caller, 'userId'>): Promise<FactorsView> {
  const [own, keys] = await Promise.all([findFactors(db, userId), listPasskeys(db, userId)]);
  if (!own) throw new AppError('not_found', 'There is no such account any more.');
  const { app, codes, codesAt, password, demo } = own;
  const passkeys = keys.map(({ id, name, createdAt, backedUp }) => ({
    id,
    name: name ?? '',
    addedAt: createdAt.toISOString(),
    isSynced: backedUp,
  }));
  return { app, passkeys, codes, codesMadeAt: codesAt?.toISOString() ?? null, password, isDemo: demo };
}

/**
 * Offers an app, which counts once it has shown a code; until then everything stays as it is.
 * @throws AppError as `prove`
 */
export async function offerApp(context: FactorContext, proof: Proof): Promise<AppOffer> {
  const { db, caller, place } = context;
  const { userId } = caller;
  await prove(context, proof, { what: 'set up app' });
  const { email } = await readProfile(db, caller);
  const app = newAppSecret();
  await db.transaction(async (tx) => {
    await lockFactor(tx, userId);
    await setPending(tx, userId, sealAppSecret(place.secret, userId, app));
  });
  return appAddress(app, email);
}

/**
 * Accepts the offered app by its first code, replacing the previous one.
 * @returns recovery codes, if there were none
 * @throws AppError forbidden: no such code; too_many_requests; conflict: none was offered
 */
export async function takeApp(context: FactorContext, code: string): Promise<string[] | null> {
  const { userId } = context.caller;
  let came = 'wrong' as 'right' | 'wrong' | 'locked';
  const made = await changeFactors(context, APP_SET, async (data) => {
    const { pending } = await lockFactor(data.db, userId);
    if (pending === null) throw new AppError('conflict', 'No app is being set up. Begin again.');
    const { secret } = context.place;
    came = await tryCode(data.db, { userId, code, kind: 'pending', secret });
    if (came !== 'right') return null;
    await setApp(data.db, userId, pending);
    return { codes: await added(data, context) };
  });
  if (made) return made.codes;
  throw came === 'locked' ? tooMany() : wrongCode();
}

/** @throws AppError as `prove`; not_found: they use none */
export async function removeApp(context: FactorContext, proof: Proof): Promise<void> {
  const { userId } = context.caller;
  await prove(context, proof, { what: 'turn off app' }, 'both');
  await changeFactors(context, APP_OFF, async (data) => {
    const { secret } = await lockFactor(data.db, userId);
    if (secret === null) throw new AppError('not_found', 'There is no app any more.');
    await setApp(data.db, userId, null);
    await removed(data, context);
    return true;
  });
}

/**
 * The previous ones become invalid.
 * @throws AppError as `prove`; conflict: there is no second factor
 */
export async function makeRecoveryCodes(context: FactorContext, proof: Proof): Promise<string[]> {
  const { userId } = context.caller;
  await prove(context, proof, { what: 'recovery codes' });
  const { codes, hashes } = newRecoveryCodes();
  await changeFactors(context, NEW_CODES, async (data) => {
    const { codesAt } = await lockFactor(data.db, userId);
    if (codesAt === null) throw new AppError('conflict', 'You have no second factor.');
    await replaceRecoveryCodes(data.db, userId, hashes);
    return true;
  });
  return codes;
}

/** @throws AppError as `prove`; conflict: too many */
export async function offerPasskey(
  context: FactorContext,
  proof: Proof,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { db, caller, place } = context;
  await prove(context, proof, { what: 'add passkey' });
  if ((await listPasskeys(db, caller.userId)).length >= MOST_PASSKEYS) throw tooManyKeys();
  const { email } = await readProfile(db, caller);
  return registrationOptions(db, place, { userId: caller.userId, email, name: caller.userName });
}

const tooManyKeys = () =>
  new AppError('conflict', `You have ${MOST_PASSKEYS} passkeys already. Remove one first.`);

/**
 * @returns recovery codes, if there were none
 * @throws AppError bad_request: not what was offered, for another place, or without verifying the person; conflict:
 * somebody has it
 */
export async function addPasskey(
  context: FactorContext,
  { response, name }: { response: RegistrationResponseJSON; name: string },
): Promise<string[] | null> {
  const { db, caller, place } = context;
  const { userId } = caller;
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = await verifyRegistration(
    ...([db, place, userId, response] as const),
  );
  const row = {
    id: newId('key'),
    userId,
    aaguid,
    credentialID: credential.id,
    counter: credential.counter,
    name: name === '' ? (getAuthenticatorName(aaguid) ?? '') : name,
    publicKey: Buffer.from(credential.publicKey).toString('base64'),
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    transports: (credential.transports ?? []).join(',').slice(0, 200),
  };
  try {
    const made = await changeFactors(context, PASSKEY_ADDED, async (data) => {
      if ((await listPasskeys(data.db, userId)).length >= MOST_PASSKEYS) throw tooManyKeys();
      await insertPasskey(data.db, row);
      return { codes: await added(data, context) };
    });
    return made?.codes ?? null;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'This passkey is in use already.');
  }
}

/** @throws AppError not_found */
export async function nameOwnPasskey(
  db: Queryable,
  { userId }: Caller,
  id: string,
  name: string,
): Promise<void> {
  if (!(await renamePasskey(db, userId, id, name))) throw noKey();
}

/** @throws AppError as `prove`; not_found */
export async function removePasskey(context: FactorContext, id: string, proof: Proof): Promise<void> {
  await prove(context, proof, { what: 'remove passkey', of: id }, 'both');
  await changeFactors(context, PASSKEY_REMOVED, async (data) => {
    if (!(await deletePasskey(data.db, context.caller.userId, id))) throw noKey();
    await removed(data, context);
    return true;
  });
}

const noKey = () => new AppError('not_found', 'There is no such passkey any more.');
