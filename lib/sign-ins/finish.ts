import 'server-only';
/** The person comes back from the authorization server: uses up the attempt, redeems the code, and seals the tokens. */
import { randomToken } from '@/db/ids';
import { codeIn } from '@/lib/authorization/attempt';
import { AuthorizationError } from '@/lib/authorization/authorization-error';
import { type Tokens, tokensFor } from '@/lib/authorization/tokens';
import { AppError, isAppError } from '@/lib/errors';
import { findRole, namePerson } from '@/lib/store/people';
import { markAttemptFailed } from '@/lib/store/servers/sign-in-pages';
import {
  type AttemptRow,
  insertSignIn,
  markSignedOut,
  takeAttempt,
  useUpAttempts,
} from '@/lib/store/servers/sign-ins';
import { hashOf, serverOf } from './begin';
import type { SignInContext } from './context';
import { reachOf } from './reach';
import { openAttempt, sealSignIn } from './sealed';

/** Where the person continues: in the chat in which it was begun, if any. */
export interface Finished {
  server: string;
  chatId: string | null;
}

/** For an attempt that is unknown here. */
export const NOT_BEGUN = 'This sign-in was not begun here, is over, or was used already. Begin it again.';

/**
 * Nothing in the address is used before it is known whose attempt it is.
 * @throws AppError in words for the person, none of which the other side wrote
 */
export async function finish(context: SignInContext, query: URLSearchParams): Promise<Finished> {
  const { db, caller, sessionHash } = context;
  const { userId, teamId } = caller;
  const [state = '', another] = query.getAll('state');
  const by = { stateHash: hashOf(state), userId, teamId, sessionHash };
  const row = another === undefined ? await takeAttempt(db, by) : undefined;
  if (!row) throw new AppError('conflict', NOT_BEGUN);
  try {
    await redeem(context, row, query);
  } catch (error) {
    const failed = error instanceof AuthorizationError ? new AppError('conflict', error.message) : error;
    // A page shows it where the person comes back to: none of it is put into an address.
    if (!isAppError(failed)) throw failed;
    await markAttemptFailed(db, row.stateHash, failed.message);
    throw new AppError(failed.code, failed.message, { attempt: row.stateHash });
  }
  return { server: row.server, chatId: row.chatId };
}

async function redeem(context: SignInContext, row: AttemptRow, query: URLSearchParams): Promise<void> {
  const { caller, db, secret, privateServers } = context;
  const attempt = openAttempt(secret, row);
  if (!attempt) throw new AppError('conflict', 'The sign-in cannot be read any more. Begin it again.');
  const { config, way } = await serverOf(context, row.server);
  if (way.identity !== row.identity || way.forTeam !== row.forTeam)
    throw new AppError('conflict', 'The server was changed meanwhile. Begin the sign-in again.');
  if (row.forTeam && (await findRole(db, caller)) !== 'admin')
    throw new AppError('forbidden', 'Only admins sign the team in at this server.');
  const code = codeIn(query, attempt);
  const tokens = await tokensFor(reachOf(config, privateServers).issuerWeb, code, attempt);
  const owner = {
    id: randomToken(),
    teamId: row.teamId,
    server: row.server,
    identity: row.identity,
    personId: row.forTeam ? null : row.userId,
    issuer: row.issuer,
    resource: row.resource,
  };
  const { tokenEndpoint, client, resource } = attempt;
  const opened = { tokens, obtainedAt: Date.now(), tokenEndpoint, client, ...(resource && { resource }) };
  const sealed = sealSignIn(secret, owner, opened);
  await db.transaction(async (tx) => {
    await namePerson(tx, caller.userId);
    // The previous one ends silently, since it is replaced.
    await markSignedOut(tx, row.teamId, row.server, owner.personId);
    const asked = [...new Set([...attempt.scopes, ...tokens.scopes])].join(' ');
    const { stepUps } = row;
    const scopes = scopesOf(tokens);
    const who = { byId: row.userId, account: tokens.account ?? null };
    await insertSignIn(tx, { ...owner, ...who, scopes, asked, stepUps, sealed, state: 'active' });
  });
}

const scopesOf = ({ scopes }: Tokens) => scopes.join(' ');

/**
 * Signs out: deletes the tokens, and invalidates attempts in progress.
 * @throws AppError not_found, forbidden
 */
export async function signOut(context: SignInContext, server: string): Promise<void> {
  const { db, caller } = context;
  const { way } = await serverOf(context, server);
  if (way.forTeam && (await findRole(db, caller)) !== 'admin')
    throw new AppError('forbidden', 'Only admins sign the team out.');
  await db.transaction(async (tx) => {
    await namePerson(tx, caller.userId);
    await useUpAttempts(tx, caller.teamId, server, caller.userId);
    const isOut = await markSignedOut(tx, caller.teamId, server, way.forTeam ? null : caller.userId);
    if (!isOut) throw new AppError('not_found', 'Nobody is signed in there.');
  });
}
