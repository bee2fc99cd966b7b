import 'server-only';
/**
 * Erases a person: who they are to the team, what is stored about them, and its removal. Their id stays, but no longer
 * leads to anybody.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { personOf } from '@/db/receipt-keys';
import { schema } from '@/db/schema/all';
import type { Role } from '@/mcp/scopes';
import { ROWS_TO_GO } from './person-columns';

const { approvals, calls, chats, erasures, members, receipts, runs, shares, tokens, users } = schema;

export interface FoundPerson {
  id: string;
  name: string;
  email: string;
  demo: boolean;
  /** Null if they have left. */
  role: Role | null;
}

/** In the team; or they have left it, and have joined no other since. */
const isTheTeams = (teamId: string) => sql`(${members.teamId} = ${teamId} or ${members.teamId} is null and (
  select r.team_id from ${receipts} r where ${personOf(sql`r.body`)} = ${users.id} and r.kind in ('joined', 'left')
  order by r.id desc limit 1) = ${teamId})`;

const person = {
  id: users.id,
  name: users.name,
  email: users.email,
  demo: users.demo,
  role: members.role,
};

/** Everybody about whom a team keeps something under their name, members and former members, by name. */
export function listPeople(db: Queryable, teamId: string): Promise<FoundPerson[]> {
  return db
    .select(person)
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .where(and(isNull(users.erasedAt), isTheTeams(teamId)))
    .orderBy(users.name, users.id);
}

/** One of them. */
export async function findPerson(
  db: Queryable,
  teamId: string,
  userId: string,
): Promise<FoundPerson | undefined> {
  const [row] = await db
    .select(person)
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.erasedAt), isTheTeams(teamId)));
  return row;
}

/**
 * Locks the user's row, so that nothing new of theirs begins before the end of the transaction: whatever refers to them
 * waits for this row.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('update');
  return rows.length > 0;
}

/** Locks their chats until the end of the transaction, so that nothing is asked in them meanwhile. */
export async function lockChatsOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ id: chats.id })
    .from(chats)
    .where(eq(chats.userId, userId))
    .orderBy(sql`${chats.rootId} is not null`, chats.id)
    .for('update');
}

/** What prevents somebody from being erased now. */
export async function findOpenOf(db: Queryable, userId: string, teamId: string) {
  const [row] = await rowsOf<{ busy: boolean; elsewhere: boolean }>(
    db,
    sql`select exists (select from ${runs} r join ${chats} c on c.id = r.chat_id where c.user_id = ${userId} and r.status in ('running', 'waiting'))
        or exists (select from ${approvals} a join ${chats} c on c.id = a.chat_id where c.user_id = ${userId} and a.status = 'pending') as busy,
      exists (select from ${chats} c where c.user_id = ${userId} and c.team_id <> ${teamId} and c.erased_at is null) as elsewhere`,
  );
  return { busy: row?.busy ?? true, elsewhere: row?.elsewhere ?? true };
}

const COUNTED = {
  chats: 'chats',
  facts: 'memories',
  uploads: 'files',
  folders: 'folders',
  sessions: 'sessions',
  grants: 'allowed',
  server_sign_ins: 'signIns',
  feedback: 'ratings',
} as const;

/** What is stored about them, by the page's names for it: what will go, and what will stay under their pseudonym. */
export async function countOf(
  db: Queryable,
  userId: string,
): Promise<{ goes: Record<string, number>; stays: Record<string, number> }> {
  const owned = Object.entries(COUNTED).map(
    ([table, name]) =>
      sql`${name}::text, (select count(*) from ${sql.identifier(table)} t where t.${sql.identifier(table === 'server_sign_ins' ? 'person_id' : 'user_id')} = ${userId}
        ${table === 'chats' ? sql`and t.erased_at is null and t.root_id is null and t.token_id is null` : sql``})`,
  );
  const [row] = await rowsOf<{ goes: Record<string, number>; stays: Record<string, number> }>(
    db,
    sql`select json_build_object(${sql.join(owned, sql`, `)},
        'messages', (select count(*) from messages m join chats c on c.id = m.chat_id where c.user_id = ${userId}),
        'tokens', (select count(*) from tokens where user_id = ${userId}),
        'shares', (select count(*) from shares where user_id = ${userId} and withdrawn_at is null)) as goes,
      json_build_object('calls', (select count(*) from calls k join chats c on c.id = k.chat_id where c.user_id = ${userId}),
        'decisions', (select count(*) from confirmations where user_id = ${userId}),
        'receipts', (select count(*) from receipts where ${personOf(sql`body`)} = ${userId})) as stays`,
  );
  return { goes: row?.goes ?? {}, stays: row?.stays ?? {} };
}

/** Their ways to sign in, and what they have kept for themselves, one table at a time. */
export async function deleteRowsOf(tx: Transaction, { id, email }: { id: string; email: string }) {
  for (const { table, column, by } of ROWS_TO_GO) {
    const is =
      by === 'id'
        ? sql`${sql.identifier(column)} = ${id}`
        : sql`lower(${sql.identifier(column)}) = lower(${email})`;
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${is}`);
  }
  await tx.execute(
    sql`delete from verifications where value = ${id} or strpos(lower(identifier), lower(${email})) > 0 or strpos(value, ${id}) > 0`,
  );
}

/** Their tokens end and no longer say anything about them; calls made with one stay in the ledger. */
export async function emptyTokensOf(tx: Transaction, userId: string, by: string | null): Promise<void> {
  await tx
    .update(tokens)
    .set({
      name: 'Erased',
      clientId: null,
      redirectUri: null,
      resource: null,
      device: null,
      refreshHash: null,
      previousHash: null,
      successor: null,
      hash: sql`'erased ' || ${tokens.id}`,
      revokedAt: sql`coalesce(${tokens.revokedAt}, now())`,
      revokedBy: sql`case when ${tokens.revokedAt} is null then ${by} else ${tokens.revokedBy} end`,
    })
    .where(eq(tokens.userId, userId));
}

/** Links to their chats stop working. */
export async function emptySharesOf(tx: Transaction, userId: string, by: string | null): Promise<void> {
  await tx
    .update(shares)
    .set({
      title: '',
      messages: [],
      withdrawnAt: sql`coalesce(${shares.withdrawnAt}, now())`,
      withdrawnBy: sql`case when ${shares.withdrawnAt} is null then ${by} else ${shares.withdrawnBy} end`,
    })
    .where(eq(shares.userId, userId));
}

/** Hides their chats from now on; what was said in them is removed piece by piece. */
export async function closeChatsOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(chats)
    .set({
      title: '',
      titleWords: null,
      originHash: null,
      folderId: null,
      pinnedAt: null,
      deletedAt: sql`coalesce(${chats.deletedAt}, now())`,
      rev: sql`${chats.rev} + 1`,
    })
    .where(eq(chats.userId, userId));
}

/** Removes what their clients called themselves, and why answers failed. */
export async function emptyRunsOf(tx: Transaction, userId: string): Promise<void> {
  const theirs = tx.select({ id: chats.id }).from(chats).where(eq(chats.userId, userId));
  await tx.update(runs).set({ client: null, error: null }).where(sql`${runs.chatId} in ${theirs}`);
}

/** If they edited the arguments of others' calls, their name is stored beside the id. */
export async function renameEditor(tx: Transaction, userId: string, name: string): Promise<void> {
  for (const table of [approvals, calls]) {
    await tx
      .update(table)
      .set({
        edited: sql`json_build_object('by', json_build_object('id', ${userId}::text, 'name', ${name}::text), 'before', ${table.edited} -> 'before')`,
      })
      .where(sql`${table.edited} is not null and ${table.edited} -> 'by' ->> 'id' = ${userId}`);
  }
}

/** The row stays, so that what they decided refers to somebody. */
export async function emptyUser(tx: Transaction, userId: string, name: string): Promise<void> {
  await tx
    .update(users)
    .set({
      name,
      email: `${userId.toLowerCase()}@erased.invalid`,
      emailVerified: false,
      image: null,
      twoFactorEnabled: false,
      erasedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId));
}

export async function upsertErasure(
  tx: Transaction,
  row: Pick<typeof erasures.$inferInsert, 'userId' | 'teamId' | 'erasedBy' | 'counts'>,
): Promise<void> {
  await tx
    .insert(erasures)
    .values({ ...row, begunAt: sql`now()` })
    .onConflictDoUpdate({
      target: erasures.userId,
      set: { counts: row.counts, begunAt: sql`coalesce(${erasures.begunAt}, now())` },
    });
}

export interface ErasureRow {
  userId: string;
  teamId: string;
  erasedBy: string | null;
  byName: string | null;
  counts: Record<string, number>;
  begunAt: Date | null;
  endedAt: Date | null;
}

/** Of a team, newest first. */
export function listErasures(db: Queryable, teamId: string, most: number): Promise<ErasureRow[]> {
  const { userId, erasedBy, counts, begunAt, endedAt } = erasures;
  return db
    .select({ userId, teamId: erasures.teamId, erasedBy, byName: users.name, counts, begunAt, endedAt })
    .from(erasures)
    .leftJoin(users, eq(users.id, erasures.erasedBy))
    .where(eq(erasures.teamId, teamId))
    .orderBy(sql`${erasures.begunAt} desc nulls first`, erasures.userId)
    .limit(most);
}

/** Unfinished erasures, in all teams. */
export function listErasing(
  db: Database,
): Promise<{ userId: string; teamId: string; begunAt: Date | null }[]> {
  const { userId, teamId, begunAt } = erasures;
  return db.select({ userId, teamId, begunAt }).from(erasures).where(isNull(erasures.endedAt));
}

export async function listChatsLeftOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: chats.id })
    .from(chats)
    .where(
      sql`${chats.userId} = ${userId} and (${chats.erasedAt} is null or exists (
        select from ${calls} k where k.chat_id = ${chats.id} and k.contents_erased_at is null))`,
    );
  return rows.map(({ id }) => id);
}

export async function markErasureEnded(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(erasures)
    .set({ endedAt: sql`now()` })
    .where(and(eq(erasures.userId, userId), isNull(erasures.endedAt)));
}
