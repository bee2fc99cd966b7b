import 'server-only';
/** What people allowed ahead. The database's clock judges whether a grant still holds. */
import { and, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { Risk } from '@/mcp/annotations';
import { headOf } from './chats';

const { chats, grants, users } = schema;

export type GrantRow = typeof grants.$inferSelect;

/** A grant that may apply, as judging a call sees it. */
export type OpenGrant = Pick<GrantRow, 'id' | 'server' | 'tool' | 'contractHash' | 'rulesHash' | 'bounds'> & {
  /** The risk of the call on whose card it was given. */
  risk: Risk;
};

/** Neither revoked, nor expired, nor used up. */
const isOpen = and(
  isNull(grants.revokedAt),
  gt(grants.expiresAt, sql`now()`),
  or(isNull(grants.remaining), gt(grants.remaining, 0)),
);

/** A condition: this grant is neither revoked nor expired, whether or not it is used up. */
export function isNotEnded(id: string): SQL {
  return sql`exists (select 1 from ${grants} where ${grants.id} = ${id}
    and ${grants.revokedAt} is null and ${grants.expiresAt} > now())`;
}

/** Those that a person sees: their own and those they gave; for an admin all of the team's. */
function seenBy({ teamId, role, userId }: Caller): SQL | undefined {
  const own = or(eq(grants.userId, userId), eq(grants.grantedBy, userId));
  return and(eq(grants.teamId, teamId), role === 'admin' ? undefined : own);
}

/** For a query on chats: the open grants of the chat's owner that hold in it. */
export const openGrantsOfChat = sql<
  OpenGrant[]
>`(select coalesce(json_agg(json_build_object('id', ${grants.id},
    'server', ${grants.server}, 'tool', ${grants.tool}, 'contractHash', ${grants.contractHash},
    'rulesHash', ${grants.rulesHash}, 'bounds', ${grants.bounds}, 'risk', (select "given"."risk" from "approvals" as "given"
      where "given"."id" = ${grants.approvalId})) order by ${grants.createdAt}), '[]')
  from ${grants} where ${grants.userId} = ${chats.userId} and ${grants.teamId} = ${chats.teamId}
    and (${grants.chatId} is null or ${grants.chatId} = ${chats.id}) and ${isOpen})`;

/**
 * A grant for a chat also covers its sub-agents, wherever in the tree it was given.
 * @param until ISO 8601; if null, or later than `mostDays` from now, `mostDays` counts
 */
export async function insertGrant(
  tx: Transaction,
  { chatId, ...grant }: Omit<typeof grants.$inferInsert, 'expiresAt'>,
  { mostDays, until }: { mostDays: number; until: string | null },
): Promise<void> {
  const most = sql`now() + interval '${sql.raw(String(mostDays))} days'`;
  const expiresAt = until === null ? most : sql`least(${most}, ${until}::timestamptz)`;
  await tx.insert(grants).values({ ...grant, chatId: chatId ? headOf(chatId) : null, expiresAt });
}

/** How many grants are open for this person's calls. */
export function countOpenGrants(tx: Transaction, teamId: string, userId: string): Promise<number> {
  return tx.$count(grants, and(eq(grants.teamId, teamId), eq(grants.userId, userId), isOpen));
}

/**
 * Uses a grant once in this chat.
 * @returns who gave it; nothing if it no longer holds
 */
export async function spendGrant(tx: Transaction, id: string, chatId: string): Promise<string | undefined> {
  const [used] = await tx
    .update(grants)
    .set({ remaining: sql`${grants.remaining} - 1`, used: sql`${grants.used} + 1` })
    .where(and(eq(grants.id, id), isOpen, or(isNull(grants.chatId), eq(grants.chatId, headOf(chatId)))))
    .returning({ grantedBy: grants.grantedBy });
  return used?.grantedBy;
}

/** Those that a person sees, newest first, at most 500. */
export function listGrants(
  db: Queryable,
  reader: Caller,
): Promise<{ grant: GrantRow; user: string; giver: string }[]> {
  const givers = sql`(select ${users.name} from ${users} where ${users.id} = ${grants.grantedBy})`;
  return db
    .select({ grant: grants, user: users.name, giver: sql<string>`${givers}` })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.userId))
    .where(seenBy(reader))
    .orderBy(desc(grants.createdAt))
    .limit(500);
}

/** The open ones that a person sees. */
export function listOpenGrants(db: Queryable, reader: Caller): Promise<Omit<OpenGrant, 'bounds' | 'risk'>[]> {
  const { id, server, tool, contractHash, rulesHash } = grants;
  return db
    .select({ id, server, tool, contractHash, rulesHash })
    .from(grants)
    .where(and(seenBy(reader), isOpen));
}

/** The team's open grants for a tool, or for all tools of a server. */
export function listOpenGrantsFor(
  tx: Transaction,
  teamId: string,
  { server, tool }: { server: string; tool: string | null },
): Promise<{ id: string; name: string; rulesHash: string }[]> {
  return tx
    .select({ id: grants.id, name: grants.tool, rulesHash: grants.rulesHash })
    .from(grants)
    .where(
      and(
        eq(grants.teamId, teamId),
        eq(grants.server, server),
        tool === null ? undefined : eq(grants.tool, tool),
        isOpen,
      ),
    );
}

export async function canSeeGrant(db: Queryable, reader: Caller, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: grants.id })
    .from(grants)
    .where(and(eq(grants.id, id), seenBy(reader)));
  return rows.length > 0;
}

/**
 * Revokes grants for good; those that have already ended stay as they are.
 * @param by the person who revokes them; null: nobody
 */
export async function markRevoked(db: Queryable, ids: readonly string[], by: string | null): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(grants)
    .set({ revokedAt: sql`now()`, revokedBy: by })
    .where(and(inArray(grants.id, [...ids]), isNull(grants.revokedAt)));
}

/** The same for what was allowed ahead on this card. */
export async function markRevokedOf(
  tx: Transaction,
  { id, requestedBy }: { id: string; requestedBy: string },
  by: string,
): Promise<void> {
  await tx
    .update(grants)
    .set({ revokedAt: sql`now()`, revokedBy: by })
    .where(and(eq(grants.userId, requestedBy), eq(grants.approvalId, id), isNull(grants.revokedAt)));
}

/** Who gave a grant, and when. */
export async function findGiver(
  db: Queryable,
  id: string,
): Promise<{ id: string; name: string; at: Date } | undefined> {
  const [grant] = await db
    .select({ id: users.id, name: users.name, at: grants.createdAt })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.grantedBy))
    .where(eq(grants.id, id));
  return grant;
}
