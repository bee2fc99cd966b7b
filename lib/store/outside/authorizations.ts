import 'server-only';
/** OAuth clients, and their authorization requests to people. Expiry is judged by the database's clock. */
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { GrantedServer } from './tokens';

const { authorizationRequests, oauthClients } = schema;

export type ClientRow = typeof oauthClients.$inferSelect;
export type RequestRow = typeof authorizationRequests.$inferSelect;

const fromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::float8)`;

export async function insertClient(db: Database, client: typeof oauthClients.$inferInsert): Promise<void> {
  await db.insert(oauthClients).values(client);
}

export async function findClient(db: Queryable, id: string): Promise<ClientRow | undefined> {
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  return row;
}

/** A person has let it in: it is kept from now on. */
export async function markClientUsed(tx: Transaction, id: string): Promise<void> {
  await tx.update(oauthClients).set({ usedAt: sql`now()` }).where(eq(oauthClients.id, id));
}

export async function insertRequest(
  db: Database,
  {
    isChecked,
    ...request
  }: Omit<typeof authorizationRequests.$inferInsert, 'expiresAt'> & { isChecked: boolean },
  seconds: number,
): Promise<void> {
  const checkedAt = isChecked ? sql`now()` : null;
  await db.insert(authorizationRequests).values({ ...request, checkedAt, expiresAt: fromNow(seconds) });
}

/** Includes whether it was decided, or has expired. */
export async function findRequest(
  db: Queryable,
  id: string,
): Promise<{ request: RequestRow; isOpen: boolean } | undefined> {
  const isOpen = sql<boolean>`${authorizationRequests.expiresAt} > now() and ${authorizationRequests.decidedAt} is null`;
  const [row] = await db
    .select({ request: authorizationRequests, isOpen })
    .from(authorizationRequests)
    .where(eq(authorizationRequests.id, id));
  return row;
}

/** What a client's metadata document said about it when it was checked. */
export async function markChecked(db: Database, id: string, clientName: string | null): Promise<void> {
  await db
    .update(authorizationRequests)
    .set({ checkedAt: sql`now()`, clientName })
    .where(and(eq(authorizationRequests.id, id), isNull(authorizationRequests.decidedAt)));
}

export interface Decided {
  userId: string;
  teamId: string;
  device: string | null;
  /** Absent if refused. */
  granted?: { scopes: string[]; servers: GrantedServer[]; days: number; codeHash: string };
}

/**
 * Can be decided only once.
 * @returns the request; nothing if it was already decided, or has expired
 */
export async function markDecided(
  tx: Transaction,
  id: string,
  { granted, ...who }: Decided,
  codeSeconds: number,
): Promise<RequestRow | undefined> {
  const isOpen = and(
    isNull(authorizationRequests.decidedAt),
    isNotNull(authorizationRequests.checkedAt),
    gt(authorizationRequests.expiresAt, sql`now()`),
  );
  const [row] = await tx
    .update(authorizationRequests)
    .set({
      ...who,
      ...granted,
      ...(granted && { codeExpiresAt: fromNow(codeSeconds) }),
      decidedAt: sql`now()`,
    })
    .where(and(eq(authorizationRequests.id, id), isOpen))
    .returning();
  return row;
}

/** Redeems a code once; anybody who presents it again is told so. */
export async function takeCode(tx: Transaction, codeHash: string): Promise<RequestRow | undefined> {
  const holds = and(
    eq(authorizationRequests.codeHash, codeHash),
    isNull(authorizationRequests.usedAt),
    gt(authorizationRequests.codeExpiresAt, sql`now()`),
  );
  const [row] = await tx.update(authorizationRequests).set({ usedAt: sql`now()` }).where(holds).returning();
  return row;
}

/** Invalidates codes that this person has allowed and no client has redeemed yet. */
export async function spendCodes(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(authorizationRequests)
    .set({ usedAt: sql`now()` })
    .where(and(eq(authorizationRequests.userId, userId), isNull(authorizationRequests.usedAt)));
}

/** The token that was issued for a code which was redeemed before. */
export async function findTokenOfCode(tx: Transaction, codeHash: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ tokenId: authorizationRequests.tokenId })
    .from(authorizationRequests)
    .where(and(eq(authorizationRequests.codeHash, codeHash), isNotNull(authorizationRequests.usedAt)));
  return row?.tokenId ?? undefined;
}

export async function setTokenOfRequest(tx: Transaction, id: string, tokenId: string): Promise<void> {
  await tx.update(authorizationRequests).set({ tokenId }).where(eq(authorizationRequests.id, id));
}

/** Deletes requests after a day, clients that nobody has let in within a day, and those without a token for a year. */
export async function deleteOldAuthorizations(db: Database): Promise<void> {
  await db.execute(sql`delete from authorization_requests where created_at < now() - interval '1 day'
    or (decided_at is null and expires_at < now())`);
  await db.execute(sql`delete from oauth_clients where (used_at is null and created_at < now() - interval '1 day')
    or (used_at < now() - interval '400 days')`);
}
