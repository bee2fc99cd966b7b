import 'server-only';
/**
 * The messages for which tools were actually used, of one team: for a similar message those tools are offered again.
 * Stored once the answer is done, if tools had to be selected; limited per tool and per team; deleted with the chat,
 * and whenever the person, or an admin for the team, asks for it. Only the selection reads them.
 */
import type { Database, Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  countMemories,
  deleteMemories,
  deleteOldMemories,
  findAskedMessage,
  findMemoryVersion,
  insertMemories,
  listMemories,
  listSucceededCalls,
} from '@/lib/store/tools/tool-memory';
import { SEARCH_TOOL } from './search-tool';
import { suppliersOf } from './suppliers';
import type { ConfirmedSupply } from './tool-selection/companions';
import { type Memory, memoryOf } from './tool-selection/memory';
import { MAX_MEMORY } from './tool-selection/settings';

/** Remembers the person's message for every tool that this run called successfully, if tools were selected. */
export async function rememberRun(db: Queryable, runId: string): Promise<void> {
  const used = await listSucceededCalls(db, runId, SEARCH_TOOL.server);
  const asked = await findAskedMessage(db, runId);
  const wasChosen = asked?.offered?.some(({ tools }) => tools.includes(SEARCH_TOOL.modelName));
  if (!asked || !wasChosen || used.length === 0) return;
  const { parts, offered: _, ...place } = asked;
  const message = textOf(parts).slice(0, MAX_MEMORY.characters);
  if (message.trim() === '') return;
  const learnt = [...suppliersOf(used)].map(([tool, suppliers]) => ({ ...place, tool, message, suppliers }));
  await insertMemories(db, learnt);
  await deleteOldMemories(db, place.teamId, MAX_MEMORY);
}

function textOf(parts: readonly unknown[]): string {
  const texts = parts.map((part) => Object(part) as { type?: unknown; text?: unknown });
  return texts.map(({ type, text }) => (type === 'text' ? String(text) : '')).join('\n');
}

/** What a team's runs have taught. */
export interface TeamMemory {
  memory: Memory;
  /** Which tools were seen to provide input for others. */
  confirmed: readonly ConfirmedSupply[];
}

/** Rebuilt only when something was remembered or forgotten. The most recently used teams are kept. */
const memories = new Map<string, { version: string; known: TeamMemory }>();
const MOST_TEAMS = 50;

/** What one team remembers; nothing if that is nothing. */
export async function teamMemory(db: Database, teamId: string): Promise<TeamMemory | undefined> {
  const version = await findMemoryVersion(db, teamId);
  const kept = memories.get(teamId);
  memories.delete(teamId);
  if (version === undefined) return undefined;
  const known = kept?.version === version ? kept.known : await readMemory(db, teamId);
  memories.set(teamId, { version, known });
  const oldest = memories.keys().next().value;
  if (memories.size > MOST_TEAMS && oldest !== undefined) memories.delete(oldest);
  return known;
}

async function readMemory(db: Database, teamId: string): Promise<TeamMemory> {
  const rows = await listMemories(db, teamId, MAX_MEMORY.total);
  const pairs = rows.flatMap((row) =>
    row.suppliers.map((supplier) => [`${row.tool} ${supplier}`, row.tool, supplier]),
  );
  const confirmed = new Map(
    pairs.map(([key = '', name = '', supplier = '']) => [key, { tool: name, supplier }]),
  );
  return { memory: memoryOf(teamId, rows), confirmed: [...confirmed.values()] };
}

/** Whose messages: the caller's own, or for admins the whole team's. */
export type Whose = 'mine' | 'team';

/**
 * Deletes messages.
 * @throws AppError forbidden: the team's, by anybody but an admin
 */
export async function forgetMemory(db: Database, caller: Caller, whose: Whose): Promise<void> {
  if (whose === 'team' && caller.role !== 'admin') {
    throw new AppError('forbidden', 'Only an admin has the team\u2019s messages forgotten.');
  }
  await deleteMemories(db, caller.teamId, whose === 'team' ? null : caller.userId);
}

/** The number of remembered messages: the caller's own, and for admins the team's. */
export async function countMemory(db: Database, caller: Caller): Promise<{ mine: number; team?: number }> {
  const { mine, team } = await countMemories(db, caller);
  return caller.role === 'admin' ? { mine, team } : { mine };
}
