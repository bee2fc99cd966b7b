import 'server-only';
/** What people can change about their own account besides the password: their name and their address. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, isUniqueViolation, type Queryable } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { changeTeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { SignInLimit } from '@/lib/auth/sign-in-limit';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { refuseMoving } from '@/lib/single-sign-on/forced';
import {
  deleteLinks,
  findAccount,
  insertLink,
  isTaken,
  lockAccount,
  setEmail,
  setName,
  takeLink,
} from '@/lib/store/settings/account-links';
import { sha256Hex } from '@/lib/values/canonical-json';
import { type FactorContext, type Proof, prove, stillSignedIn } from './factors/prove';
import { addressMail, MOVED } from './mails';
import type { ProfileView } from './profile-view';
import { LEAST_MS, VALID_MINUTES } from './recovery';

const HOUR_MS = 3_600_000;
/** So that somebody who has got into an account cannot flood strangers' mailboxes. */
const asked = new SignInLimit(10, HOUR_MS);

/** @throws AppError not_found */
export async function readProfile(db: Queryable, { userId }: Caller): Promise<ProfileView> {
  const account = await findAccount(db, userId);
  if (!account) throw gone();
  const { demo, ...profile } = account;
  return { ...profile, isDemo: demo };
}

/** @throws AppError forbidden: a demo account */
export async function rename(db: Database, { userId }: Caller, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw demo();
    if (account.name !== name) await setName(tx, userId, name);
  });
}

/**
 * Mails a link to the new address, for a person who proves their identity. The answer is the same if somebody else has
 * the address.
 * @throws AppError as `prove` with the password and the factor; conflict: it is their own already; too_many_requests
 */
export async function askForAddress(
  context: FactorContext,
  { email: typed, ...proof }: Proof & { email: string },
): Promise<void> {
  const { db, caller } = context;
  const email = typed.toLowerCase();
  const { isDemo, email: own } = await readProfile(db, caller);
  if (isDemo) throw demo();
  refuseMoving(own);
  if (own === email) throw new AppError('conflict', 'This is the address of your account already.');
  await prove(context, proof, { what: 'email', of: email }, 'both');
  if (!asked.begin(caller.userId)) {
    throw new AppError('too_many_requests', 'Too many links were asked for. Try again in an hour.');
  }
  await Promise.all([mailLink(context, email), pause(LEAST_MS)]);
}

async function mailLink(context: FactorContext, email: string): Promise<void> {
  const { db, caller, place } = context;
  const { userId, teamId } = caller;
  const token = randomToken();
  const tokenHash = sha256Hex(token);
  await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    if (!(await lockAccount(data.db, userId))) throw demo();
    await stillSignedIn(data.db, context);
    // The previous link becomes invalid in either case.
    await deleteLinks(data.db, userId, 'email');
    if (await isTaken(data.db, email)) return;
    const link = { id: newId('lnk'), userId, kind: 'email' as const, tokenHash, email };
    await insertLink(data.db, link, VALID_MINUTES);
    const mail = addressMail(`${place.appUrl}/settings/account#address=${token}`, VALID_MINUTES);
    await queueMail(data, {
      id: `address-${tokenHash.slice(0, 24)}`,
      recipient: email,
      isSecret: true,
      ...mail,
    });
  });
}

/**
 * Makes the link's address that of the account, only for its owner; the previous address is told. Links sent to that
 * one become invalid.
 * @returns the address
 * @throws AppError not_found: unknown, used, expired, another person's, or somebody has the address by now
 */
export async function takeAddress(db: Database, caller: Caller, token: string): Promise<string> {
  const { userId, teamId } = caller;
  const signal = new AbortController().signal;
  try {
    return await changeTeamData({ db, teamId, signal }, async (data) => {
      const account = await lockAccount(data.db, userId);
      const link = await takeLink(data.db, sha256Hex(token), 'email');
      if (!account || link?.userId !== userId) throw invalid();
      refuseMoving(account.email);
      await setEmail(data.db, userId, link.email);
      await deleteLinks(data.db, userId);
      await queueMail(data, { id: newId('adr'), recipient: account.email, ...MOVED });
      return link.email;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? invalid() : error;
  }
}

const demo = () => new AppError('forbidden', 'A demo account stays as it is: everybody uses it.');
const gone = () => new AppError('not_found', 'There is no such account any more.');
const invalid = () =>
  new AppError('not_found', 'This link is not valid any more, or not for your account. Ask for a new one.');
