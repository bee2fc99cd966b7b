import 'server-only';
/**
 * An admin decides how people sign in at a server: each for themselves, or one for the whole team; and whether the
 * authorization server is told the resource.
 */
import { AppError } from '@/lib/errors';
import { findRole, namePerson } from '@/lib/store/people';
import { lockTeamServers } from '@/lib/store/servers/servers';
import { upsertSignInWay } from '@/lib/store/servers/sign-in-pages';
import { markAllSignedOut } from '@/lib/store/servers/sign-ins';
import { serverOf } from './begin';
import type { SignInContext } from './context';

export interface AskedWay {
  forTeam: boolean;
  namesResource: boolean;
}

/**
 * If somebody else has to sign in from now on, everybody is signed out: nobody uses what was granted to others.
 * @throws AppError forbidden, not_found
 */
export async function setSignInWay(
  context: Pick<SignInContext, 'db' | 'caller' | 'connections'>,
  server: string,
  { forTeam, namesResource }: AskedWay,
): Promise<void> {
  const { db, caller } = context;
  const { teamId, userId } = caller;
  await assertAdmin(context, db);
  const { way } = await serverOf(context, server);
  await db.transaction(async (tx) => {
    await namePerson(tx, userId);
    await lockTeamServers(tx, teamId);
    await assertAdmin(context, tx);
    const { identity } = way;
    await upsertSignInWay(tx, { teamId, server, identity, forTeam, namesResource, setBy: userId });
    if (way.forTeam !== forTeam) await markAllSignedOut(tx, teamId, server);
  });
}

async function assertAdmin(
  { caller }: Pick<SignInContext, 'caller'>,
  db: Parameters<typeof findRole>[0],
): Promise<void> {
  if ((await findRole(db, caller)) === 'admin') return;
  throw new AppError('forbidden', 'Only admins say how one signs in at a server.');
}
