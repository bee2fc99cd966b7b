import 'server-only';
/**
 * Whether a person still has access at the provider: asked with their refresh token, by one process at a time. A clear
 * no ends everything that depends on it; without an answer, only its last one expires in time.
 */
import * as oidc from 'openid-client';
import { changeTeamData, lockTeam } from '@/db/queries/change';
import { describeError, log } from '@/lib/log';
import { namePerson } from '@/lib/store/people';
import {
  endSignOn,
  leaveCheck,
  lockPerson,
  type SignOnAccountRow,
  saveCheck,
  takeCheck,
} from '@/lib/store/sign-on/accounts';
import { saidIn } from './claims';
import { detailOf, type SignOnClient } from './client';
import type { SignOnContext } from './context';
import { claimsOf, isOffline } from './finish';
import { followRole } from './role';
import { type Held, openHeld, sealHeld } from './sealed';
import { secondsOf } from './vouching';

/** `left`: it was not due, another process is asking, or there was no answer. */
export type Checked = 'good' | 'ended' | 'left';

const LEASE_S = 40;
const AGAIN_S = 30;

/** Asks, if it is due. Never throws because of the provider. */
export async function checkAccess(context: SignOnContext, id: string): Promise<Checked> {
  const { db, clients } = context;
  const row = await takeCheck(db, id, LEASE_S);
  if (!row) return 'left';
  const client = clients.get(row.provider);
  try {
    if (!client || client.provider.issuer !== row.issuer) {
      await leaveCheck(db, row, AGAIN_S);
      return 'left';
    }
    return await ask(context, client, row);
  } catch (error) {
    log('warn', 'sign_on_check', { provider: row.provider, ...describeError(error) });
    await leaveCheck(db, row, AGAIN_S);
    return 'left';
  }
}

async function ask(context: SignOnContext, client: SignOnClient, row: SignOnAccountRow): Promise<Checked> {
  const held = openHeld(context.secret, row);
  // Sealed with another secret, or none was issued: it is impossible to confirm that they are still there.
  if (held?.refresh === undefined) return end(context, row, 'no refresh token');
  const configuration = await client.configuration();
  try {
    const tokens = await oidc.refreshTokenGrant(configuration, held.refresh);
    const claims = await claimsOf(client, tokens, row.subject);
    if (claims.sub !== row.subject) return end(context, row, 'another subject');
    const next = { refresh: tokens.refresh_token ?? held.refresh, idToken: tokens.id_token ?? held.idToken };
    const said = saidIn(claims, client.provider);
    if (said.role === null) return end(context, row, 'no role any more');
    return await keep(context, row, { next, role: said.role, expiresIn: tokens.expires_in });
  } catch (error) {
    if (isOffline(error) || isOurFault(error)) throw error;
    return end(context, row, detailOf(error));
  }
}

/** A complaint about Amber says nothing about the person. */
const isOurFault = (error: unknown): boolean =>
  Reflect.get(Object(error), 'code') === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ||
  ['invalid_client', 'unauthorized_client', 'invalid_request', 'unsupported_grant_type'].includes(
    String(Reflect.get(Object(error), 'error')),
  );

interface Answered {
  next: Held;
  role: ReturnType<typeof saidIn>['role'];
  expiresIn: number | undefined;
}

async function keep(
  { db, secret }: SignOnContext,
  row: SignOnAccountRow,
  { next, role, expiresIn }: Answered,
): Promise<Checked> {
  const person = await db.transaction((tx) => lockPerson(tx, { userId: row.userId }));
  const sealed = sealHeld(secret, row, next);
  const { teamId } = person ?? {};
  if (!person || !teamId) return end({ db }, row, 'in no team');
  await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    if (role && role !== person.role) await lockTeam(data);
    const now = role && role !== person.role ? await lockPerson(data.db, { userId: row.userId }) : person;
    await namePerson(data.db, row.userId);
    const heldRole = now ? await followRole(data, now, role) : null;
    await saveCheck(
      data.db,
      row,
      { sealed, heldRole: role === undefined ? row.heldRole : heldRole },
      secondsOf(expiresIn),
    );
  });
  return 'good';
}

async function end({ db }: Pick<SignOnContext, 'db'>, row: SignOnAccountRow, why: string): Promise<Checked> {
  const isEnded = await db.transaction((tx) => endSignOn(tx, row));
  if (isEnded) log('info', 'sign_on_ended', { provider: row.provider, user: row.userId, why });
  return isEnded ? 'ended' : 'left';
}
