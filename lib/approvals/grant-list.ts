import 'server-only';
/** What was allowed ahead, as people look at it: with whether it would still let a call run. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller, Connections, ToolListing } from '@/lib/connections/types';
import { grantSentence, type KeptBound } from './grant-bounds';
import type { GrantView, Void } from './grant-view';
import { seenBy } from './grants';
import type { PolicyRule } from './policy-rules';
import { rulesHash } from './standing';

const { grants, policyRules, users } = schema;

type GrantRow = typeof grants.$inferSelect;

/** What is known of the tools and the rules of this moment; null: it took too long to say. */
interface Now {
  listing: ToolListing;
  rules: PolicyRule[];
}

/** A page does not wait longer for servers that are slow to list their tools, in milliseconds. */
const PATIENCE_MS = 1_500;

/**
 * What the caller sees, newest first, at most 500.
 * @param connections the caller's; their listings are kept for a while. Without them nothing counts as void.
 */
export async function listGrants(
  db: Queryable,
  caller: Caller,
  connections?: Pick<Connections, 'list'>,
): Promise<GrantView[]> {
  const givers = sql`(select ${users.name} from ${users} where ${users.id} = ${grants.grantedBy})`;
  const rows = await db
    .select({ grant: grants, user: users.name, giver: sql<string>`${givers}` })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.userId))
    .where(and(eq(grants.teamId, caller.teamId), seenBy(caller)))
    .orderBy(desc(grants.createdAt))
    .limit(500);
  const now = rows.length > 0 && connections ? await standsNow(db, caller, connections) : null;
  return rows.map(({ grant, user, giver }) => viewOf(grant, user, giver, now));
}

async function standsNow(
  db: Queryable,
  { teamId }: Caller,
  connections: Pick<Connections, 'list'>,
): Promise<Now | null> {
  const [listing, rows] = await Promise.all([
    inTime(connections.list()),
    db
      .select()
      .from(policyRules)
      .where(and(eq(policyRules.teamId, teamId), isNull(policyRules.userId))),
  ]);
  return listing && { listing, rules: rows.map((row) => ({ ...row, own: false })) };
}

async function inTime<Value>(work: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** By the same hashes as a judgement; a server that does not answer says nothing against a grant. */
function voidOf(grant: GrantRow, { listing, rules }: Now): Void | null {
  const { server, tool: name, contractHash } = grant;
  const tool = listing.tools.find((one) => one.server === server && one.name === name);
  if (!tool) return listing.problems.some((problem) => problem.server === server) ? null : 'gone';
  if (tool.contractHash !== contractHash) return 'tool';
  return rulesHash(tool, { rules }) === grant.rulesHash ? null : 'rules';
}

function viewOf(grant: GrantRow, user: string, giver: string, now: Now | null): GrantView {
  const { id, server, tool, title, used, remaining, chatId } = grant;
  const scope = { thisChat: chatId !== null, times: remaining, until: grant.expiresAt.toISOString() };
  return {
    ...{ id, server, tool, title, used, remaining, chatId },
    sentence: grantSentence(title, grant.bounds as KeptBound[], scope),
    user: { id: grant.userId, name: user },
    grantedBy: { id: grant.grantedBy, name: giver },
    createdAt: grant.createdAt.toISOString(),
    expiresAt: grant.expiresAt.toISOString(),
    revokedAt: grant.revokedAt?.toISOString() ?? null,
    void: now && voidOf(grant, now),
  };
}
