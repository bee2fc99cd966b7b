/** A person of a team with a password, who is signed in at three places. */
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { FactorContext } from '@/lib/account/factors/prove';
import { prepareAccount } from '@/lib/auth/accounts';
import type { Caller } from '@/lib/people/caller';
import { findCaller } from '@/lib/store/people';
import type { Role } from '@/mcp/scopes';

export const PASSWORD = 'correct horse';

export const APP = 'https://amber.test';

/** A request of a person, with the session `NAME-here` or another one. */
export const asking = (db: Database, caller: Caller, token = `${caller.userName}-here`): FactorContext => ({
  db,
  caller,
  token,
  place: { secret: 'a secret for tests only, long enough', appUrl: APP, origins: [APP] },
});

/** Adds a session whose id is its token, unless there is one. */
export async function signedInAt(db: Database, userId: string, id: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.insert(schema.sessions).values({ id, token: id, userId, expiresAt }).onConflictDoNothing();
}

/** `NAME@amber.test`, with the sessions `NAME-here`, `NAME-there` and `NAME-elsewhere`. */
export async function person(
  db: Database,
  teamId: string,
  name: string,
  role: Role = 'member',
): Promise<Caller> {
  const write = await prepareAccount({ name, email: `${name}@amber.test`, password: PASSWORD });
  const userId = await write(db);
  await db.insert(schema.members).values({ userId, teamId, role });
  for (const place of ['here', 'there', 'elsewhere']) await signedInAt(db, userId, `${name}-${place}`);
  const caller = await findCaller(db, userId);
  if (!caller) throw new Error('Nobody was made.');
  return caller;
}
