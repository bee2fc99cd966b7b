import 'server-only';
/**
 * Another password for who has forgotten theirs: by a link that is mailed to their address, good once and for half an hour.
 * What is answered says nothing of whether anybody has that address.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from 'better-auth/crypto';
import type { Database, Transaction } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { changeTeamData } from '@/db/queries/change';
import { queueMail } from '@/db/queries/outbox-changes';
import { AppError } from '@/lib/errors';
import { endTokensOf } from '@/lib/outside/tokens-of-person';
import { announce } from '@/lib/runs/follow/events';
import { refuseForced } from '@/lib/single-sign-on/forced';
import { nameWay } from '@/lib/store/people';
import {
  countLinks,
  deleteLinks,
  findLink,
  findOwner,
  insertLink,
  lockAccount,
  type Owner,
  takeLink,
} from '@/lib/store/settings/account-links';
import { deleteBegunSignIns } from '@/lib/store/settings/factors';
import { deleteSessions, setPassword } from '@/lib/store/settings/sessions';
import { sha256Hex } from '@/lib/values/canonical-json';
import { RESET, resetMail } from './mails';

export const VALID_MINUTES = 30;
/** Links of one person that are good at a time: whoever asks in their name fills no mailbox. */
export const MOST_LINKS = 5;
/** What is answered takes at least this long, however little there was to do. */
export const LEAST_MS = 400;

/**
 * Mails a link, if there is somebody to whom it can go: not to demo accounts, whose password everybody knows, nor to who
 * signs in without a password of their own.
 * @throws AppError forbidden: of a domain that signs in by a provider alone, whoever has the address
 * @param appUrl where people reach Amber, by the settings: what a request says of that may be anybody's
 */
export async function askForReset(db: Database, email: string, appUrl: string): Promise<void> {
  refuseForced(email, 'password');
  await Promise.all([mailLink(db, email.toLowerCase(), appUrl), pause(LEAST_MS)]);
}

async function mailLink(db: Database, email: string, appUrl: string): Promise<void> {
  const owner = await findOwner(db, email);
  if (!owner) return;
  const { userId, teamId } = owner;
  const token = randomToken();
  const tokenHash = sha256Hex(token);
  await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    const account = await lockAccount(data.db, userId);
    if (account?.email !== email || (await countLinks(data.db, userId, 'password')) >= MOST_LINKS) return;
    const link = { id: newId('lnk'), userId, kind: 'password' as const, tokenHash, email };
    await insertLink(data.db, link, VALID_MINUTES);
    // Behind the sign of a place in the page: no server and no proxy writes it down.
    const mail = resetMail(`${appUrl}/reset#${token}`, VALID_MINUTES);
    await queueMail(data, {
      id: `reset-${tokenHash.slice(0, 24)}`,
      recipient: email,
      isSecret: true,
      ...mail,
    });
  });
}

/**
 * The new password, by a link. Every session ends and so does what other clients may do, since whoever is locked out may be
 * so by a thief. Nobody is signed in by it: that takes the password, and whatever else signing in takes.
 * @throws AppError not_found: unknown, used, past its time, or of an address that is not theirs any more
 */
export async function resetPassword(db: Database, token: string, password: string): Promise<void> {
  const tokenHash = sha256Hex(token);
  const owner = await findLink(db, tokenHash, 'password');
  // Hashing takes a while: not for whoever made something up.
  if (!owner) throw invalid();
  refuseForced(owner.email, 'password');
  const hash = await hashPassword(password);
  const { teamId } = owner;
  const places = await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    await reset(data.db, owner, { tokenHash, hash });
    const { userId, email: recipient } = owner;
    await queueMail(data, { id: newId('pwd'), recipient, ...RESET });
    return endTokensOf(data.db, { userId, teamId });
  });
  for (const place of places) await announce(db, place);
}

async function reset(
  tx: Transaction,
  { userId, email }: Owner,
  { tokenHash, hash }: { tokenHash: string; hash: string },
): Promise<void> {
  // The account before its link, as everybody locks them who changes either.
  const account = await lockAccount(tx, userId);
  const link = await takeLink(tx, tokenHash, 'password');
  if (link?.userId !== userId || link.email !== account?.email || link.email !== email) throw invalid();
  await nameWay(tx, 'reset');
  if (!(await setPassword(tx, userId, hash))) throw invalid();
  await deleteLinks(tx, userId);
  await deleteSessions(tx, userId);
  await deleteBegunSignIns(tx, userId);
}

const invalid = () => new AppError('not_found', 'This link is not valid any more. Ask for a new one.');
