import 'server-only';
/**
 * A new password for people who have forgotten theirs: through a link mailed to their address, valid once and for half
 * an hour. The answer does not reveal whether anybody has that address.
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
/** How many links of one person may be valid at once, so that requests in their name cannot flood their mailbox. */
export const MOST_LINKS = 5;
/** The answer takes at least this long, however little there was to do. */
export const LEAST_MS = 400;

/**
 * Mails a link, if there is somebody to send it to: not to demo accounts, whose password everybody knows, nor to people
 * without a password of their own.
 * @throws AppError forbidden: a domain that must use single sign-on, whoever has the address
 * @param appUrl where people reach Amber, by the settings, since a request may claim anything
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
    // In the URL's fragment, which no server or proxy logs.
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
 * Sets a new password through a link. Every session ends, and so does the access of other clients, since a thief may
 * have caused the lockout. Nobody is signed in by it: that takes the password, and whatever else signing in requires.
 * @throws AppError not_found: unknown, used, expired, or for an address that is no longer theirs
 */
export async function resetPassword(db: Database, token: string, password: string): Promise<void> {
  const tokenHash = sha256Hex(token);
  const owner = await findLink(db, tokenHash, 'password');
  // Checked first: hashing is slow, and must not be done for invented tokens.
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
  // The account before its link: everything that changes either locks them in this order.
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
