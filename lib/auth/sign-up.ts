import 'server-only';
/**
 * Who may have an account: on a deployment without the demo the first person, who creates the team and becomes its
 * admin; after that only people whom an admin has invited.
 */
import { createHash } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';
import { type Database, isUniqueViolation, type Queryable } from '@/db/client';
import { newId } from '@/db/ids';
import { AppError } from '@/lib/errors';
import { refuseForced } from '@/lib/single-sign-on/forced';
import {
  findOpenInvitation,
  findPasswordByEmail,
  hasRealAccount,
  lockFirstAccount,
  markEmailVerified,
  markInvitationAccepted,
} from '@/lib/store/accounts';
import { insertMember, insertTeam } from '@/lib/store/people';
import { HANDED_ON } from '@/mcp/tools/team/rules';
import { type NewAccount, prepareAccount } from './accounts';
import { SignInLimit } from './sign-in-limit';

const MAX_FAILURES = 10;
const limit = new SignInLimit(MAX_FAILURES);

export interface Invitation {
  email: string;
  teamName: string;
  role: 'viewer' | 'member' | 'admin' | 'auditor';
  /** The address already has an account, so its password is asked for instead of a new one. */
  hasAccount: boolean;
}

/** Whether the next person may create the team: the demo is off, and only demo accounts exist. */
export async function isFirstAccountOpen(db: Queryable, demo: boolean): Promise<boolean> {
  return !demo && !(await hasRealAccount(db));
}

/**
 * Creates the team and its admin. Of concurrent attempts, one succeeds.
 * @throws AppError 403 if there already is a team
 */
export async function createFirstAccount(
  db: Database,
  { teamName, ...account }: NewAccount & { teamName: string },
  demo: boolean,
): Promise<void> {
  const closed = () =>
    new AppError('forbidden', 'Accounts are made by invitation only. Ask an admin for one.');
  if (!(await isFirstAccountOpen(db, demo))) throw closed();
  refuseForced(account.email, 'password');
  const write = await prepareAccount(account);
  await db.transaction(async (tx) => {
    await lockFirstAccount(tx);
    if (!(await isFirstAccountOpen(tx, demo))) throw closed();
    const teamId = newId('tea');
    await insertTeam(tx, { id: teamId, name: teamName });
    await insertMember(tx, { userId: await write(tx), teamId, role: 'admin' });
  });
}

/** The invitation with this token; null if there is none, or it has expired or been used. */
export async function findInvitation(db: Queryable, token: string): Promise<Invitation | null> {
  const row = await findOpenInvitation(db, hashOf(token));
  if (!row) return null;
  const { userId, ...invitation } = row;
  return { ...invitation, hasAccount: userId !== null };
}

/**
 * Makes the invited person a member, once per invitation, with a new account or the address's existing one.
 * @param account `password` is that of the account; `name` is needed for a new one
 * @returns the invited address
 * @throws AppError 404 for a token that is no open invitation, 400 without a name, 403 for a wrong password of an
 * existing account, 429 after too many of them, 409 if the person is already in a team
 */
export async function acceptInvitation(
  db: Database,
  token: string,
  account: { name?: string; password: string },
): Promise<string> {
  const invitation = await findInvitation(db, token);
  if (!invitation) throw invalid();
  const { email } = invitation;
  refuseForced(email, 'invitation');
  const person = await personFor(db, invitation, account);
  try {
    await db.transaction(async (tx) => {
      const used = await markInvitationAccepted(tx, hashOf(token));
      if (!used) throw invalid();
      const userId = await person(tx);
      await insertMember(tx, { userId, ...used });
      // A mailed link proves that the address is theirs; one handed on by an admin does not.
      if (!token.startsWith(HANDED_ON)) await markEmailVerified(tx, userId);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'This address belongs to a member of a team already. Sign in with it.');
  }
  return email;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function invalid(): AppError {
  return new AppError('not_found', 'This invitation is not valid any more. Ask for a new one.');
}

/** Finds or creates the invited person's account in the transaction that accepts. */
async function personFor(
  db: Queryable,
  { email, hasAccount }: Invitation,
  { name, password }: { name?: string; password: string },
): Promise<(tx: Queryable) => Promise<string>> {
  if (!hasAccount) {
    if (!name) throw new AppError('bad_request', 'A new account needs a name.');
    return prepareAccount({ name, email, password });
  }
  const userId = await verified(db, email, password);
  return async () => userId;
}

/**
 * Counts towards the limit of sign-ins: otherwise whoever made an invitation could use its link to guess the password.
 */
async function verified(db: Queryable, email: string, password: string): Promise<string> {
  const account = await findPasswordByEmail(db, email);
  if (account && !limit.begin(account.userId)) {
    throw new AppError('too_many_requests', 'Too many wrong passwords. Wait a minute.');
  }
  if (!account?.hash || !(await verifyPassword({ hash: account.hash, password }))) {
    throw new AppError('forbidden', 'There is an account with this address, and this is not its password.');
  }
  limit.succeeded(account.userId);
  return account.userId;
}
