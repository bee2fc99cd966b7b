import 'server-only';
/**
 * What was allowed ahead, as shown to people: with whether it would still let a call run. Grants found void here are
 * ended.
 */
import type { Queryable } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { type GrantRow, listGrants, listOpenGrants, markRevoked } from '@/lib/store/grants';
import type { Connections, ToolListing } from '@/lib/tools/types';
import { grantSentence, type KeptBound } from './grant-bounds';
import type { GrantView } from './grant-view';
import { isVoid, teamRules } from './void-grants';

/** How long a page waits for servers that are slow to list their tools, in milliseconds. */
const PATIENCE_MS = 1_500;

/**
 * Those that the caller may see, newest first, at most 500.
 * @param connections the caller's; their listings are cached for a while. Without them no grant counts as void.
 */
export async function readGrants(
  db: Queryable,
  caller: Caller,
  connections?: Pick<Connections, 'list'>,
): Promise<GrantView[]> {
  const listing = connections ? await inTime(connections.list()) : null;
  if (listing) await endVoidOf(db, caller, listing);
  const rows = await listGrants(db, caller);
  return rows.map(({ grant, user, giver }) => viewOf(grant, user, giver, listing));
}

/** Writes nothing if no grant is void. */
async function endVoidOf(db: Queryable, caller: Caller, { tools }: ToolListing): Promise<void> {
  const [open, rules] = await Promise.all([listOpenGrants(db, caller), teamRules(db, caller.teamId)]);
  const over = open.filter((grant) => isVoid(grant, tools, rules));
  await markRevoked(
    db,
    over.map((grant) => grant.id),
    null,
  );
}

async function inTime<Value>(work: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A server that does not answer does not make a grant void. */
function isAsleep(grant: GrantRow, { tools, problems }: ToolListing): boolean {
  if (tools.some((tool) => tool.server === grant.server && tool.name === grant.tool)) return false;
  return !problems.some((problem) => problem.server === grant.server);
}

function viewOf(grant: GrantRow, user: string, giver: string, listing: ToolListing | null): GrantView {
  const { id, server, tool, title, used, remaining, chatId } = grant;
  // The number of uses originally allowed; the remaining uses, and the expiry, are shown beside it.
  const times = remaining === null ? null : used + remaining;
  const bounds = grant.bounds as KeptBound[];
  const scope = { thisChat: chatId !== null, times, until: null };
  return {
    id,
    server,
    tool,
    title,
    used,
    remaining,
    chatId,
    sentence: grantSentence(title, bounds, scope),
    bounds,
    user: { id: grant.userId, name: user },
    grantedBy: { id: grant.grantedBy, name: giver },
    createdAt: grant.createdAt.toISOString(),
    expiresAt: grant.expiresAt.toISOString(),
    revokedAt: grant.revokedAt?.toISOString() ?? null,
    isVoid: grant.revokedAt !== null && grant.revokedBy === null,
    isAsleep: listing !== null && isAsleep(grant, listing),
  };
}
