import 'server-only';
/**
 * The messages for which tools were really used, of one team: a message that resembles them is offered those tools
 * again. Remembered where tools had to be chosen, once the answer is done; bounded for each tool and each team; gone
 * with the chat, and whenever the person, or an admin for the team, says so. Nobody reads them but the selection.
 */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { SEARCH_TOOL } from './search-tool';
import { suppliersOf } from './suppliers';
import type { ConfirmedSupply } from './tool-selection/companions';
import { type Memory, memoryOf } from './tool-selection/memory';
import { MAX_MEMORY } from './tool-selection/settings';

const { calls, chats, messages, runs, toolMemory } = schema;

/** Remembers the person's message for every tool of which a call of this run succeeded, where tools were chosen. */
export async function rememberRun(db: Queryable, runId: string): Promise<void> {
  const used = await db
    .select({ tool: calls.modelTool, input: calls.input, result: calls.result })
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'success'), ne(calls.server, SEARCH_TOOL.server)))
    .orderBy(asc(calls.seq));
  const [asked] = await db
    .select({
      ...{ teamId: chats.teamId, userId: chats.userId, chatId: runs.chatId, messageId: runs.userMessageId },
      ...{ parts: messages.parts, offered: runs.offered },
    })
    .from(runs)
    .innerJoin(chats, eq(chats.id, runs.chatId))
    .innerJoin(messages, and(eq(messages.chatId, runs.chatId), eq(messages.id, runs.userMessageId)))
    .where(eq(runs.id, runId));
  const wasChosen = asked?.offered?.some(({ tools }) => tools.includes(SEARCH_TOOL.modelName));
  if (!asked || !wasChosen || used.length === 0) return;
  const { parts, offered: _, ...place } = asked;
  const message = textOf(parts).slice(0, MAX_MEMORY.characters);
  if (message.trim() === '') return;
  await db
    .insert(toolMemory)
    .values([...suppliersOf(used)].map(([tool, suppliers]) => ({ ...place, tool, message, suppliers })))
    .onConflictDoNothing();
  await prune(db, place.teamId);
}

function textOf(parts: readonly unknown[]): string {
  const texts = parts.map((part) => Object(part) as { type?: unknown; text?: unknown });
  return texts.map(({ type, text }) => (type === 'text' ? String(text) : '')).join('\n');
}

/** Of each tool, and of all together, the newest stay. */
async function prune(db: Queryable, teamId: string): Promise<void> {
  await db.execute(sql`delete from ${toolMemory} where ${toolMemory.seq} in (
    select "seq" from (
      select "seq", row_number() over (partition by "tool" order by "seq" desc) as "of_tool",
        row_number() over (order by "seq" desc) as "of_team"
      from ${toolMemory} where ${toolMemory.teamId} = ${teamId}
    ) as "ranked" where "of_tool" > ${MAX_MEMORY.perTool} or "of_team" > ${MAX_MEMORY.total})`);
}

/** What a team's runs have taught. */
export interface TeamMemory {
  memory: Memory;
  /** Which tools were seen to supply others. */
  confirmed: readonly ConfirmedSupply[];
}

/** Made again only when something was remembered or forgotten. The teams asked about last stay. */
const memories = new Map<string, { version: string; known: TeamMemory }>();
const MOST_TEAMS = 50;

/** What one team remembers; nothing when that is nothing. */
export async function teamMemory(db: Database, teamId: string): Promise<TeamMemory | undefined> {
  const [now] = await rowsOf<{ version: string }>(
    db,
    sql`select count(*) || ' ' || coalesce(max("seq"), 0) as "version" from ${toolMemory} where ${toolMemory.teamId} = ${teamId}`,
  );
  const version = now?.version ?? '';
  const kept = memories.get(teamId);
  memories.delete(teamId);
  if (version === '' || version.startsWith('0 ')) return undefined;
  const known = kept?.version === version ? kept.known : await readMemory(db, teamId);
  memories.set(teamId, { version, known });
  const oldest = memories.keys().next().value;
  if (memories.size > MOST_TEAMS && oldest !== undefined) memories.delete(oldest);
  return known;
}

async function readMemory(db: Database, teamId: string): Promise<TeamMemory> {
  const { tool, message, suppliers } = toolMemory;
  const rows = await db
    .select({ teamId: toolMemory.teamId, tool, message, suppliers })
    .from(toolMemory)
    .where(eq(toolMemory.teamId, teamId))
    .orderBy(desc(toolMemory.seq))
    .limit(MAX_MEMORY.total);
  const pairs = rows.flatMap((row) =>
    row.suppliers.map((supplier) => [`${row.tool} ${supplier}`, row.tool, supplier]),
  );
  const confirmed = new Map(
    pairs.map(([key = '', name = '', supplier = '']) => [key, { tool: name, supplier }]),
  );
  return { memory: memoryOf(teamId, rows), confirmed: [...confirmed.values()] };
}

/** A chat that is deleted is not remembered. */
export async function forgetChat(db: Queryable, chatId: string): Promise<void> {
  await db.delete(toolMemory).where(eq(toolMemory.chatId, chatId));
}

/** Whose messages: one's own, or for admins the whole team's. */
export type Whose = 'mine' | 'team';

/**
 * Forgets messages.
 * @throws AppError forbidden: the team's, by anyone but an admin
 */
export async function forgetMemory(db: Database, caller: Caller, whose: Whose): Promise<void> {
  if (whose === 'team' && caller.role !== 'admin') {
    throw new AppError('forbidden', 'Only an admin has the team\u2019s messages forgotten.');
  }
  const ofTeam = eq(toolMemory.teamId, caller.teamId);
  const which = whose === 'team' ? ofTeam : and(ofTeam, eq(toolMemory.userId, caller.userId));
  await db.delete(toolMemory).where(which);
}

/** How many messages are remembered: one's own, and for admins the team's. */
export async function countMemory(db: Database, caller: Caller): Promise<{ mine: number; team?: number }> {
  const [count] = await rowsOf<{ mine: number; team: number }>(
    db,
    sql`select count(*) filter (where ${toolMemory.userId} = ${caller.userId})::int as "mine", count(*)::int as "team"
      from ${toolMemory} where ${toolMemory.teamId} = ${caller.teamId}`,
  );
  const { mine = 0, team = 0 } = count ?? {};
  return caller.role === 'admin' ? { mine, team } : { mine };
}
