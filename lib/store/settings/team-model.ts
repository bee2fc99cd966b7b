import 'server-only';
/** The model that an admin has connected for a team. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats, teamModels, users } = schema;

export interface TeamModelRow {
  teamId: string;
  /** Null: OpenAI itself. */
  baseUrl: string | null;
  model: string;
  /** Null if its server needs none. */
  sealedKey: string | null;
}

const COLUMNS = {
  teamId: teamModels.teamId,
  baseUrl: teamModels.baseUrl,
  model: teamModels.model,
  sealedKey: teamModels.sealedKey,
};

export async function findTeamModel(db: Queryable, teamId: string): Promise<TeamModelRow | null> {
  const [row] = await db.select(COLUMNS).from(teamModels).where(eq(teamModels.teamId, teamId));
  return row ?? null;
}

/** With the name of the person who set it, if they are still there, and when. */
export async function findTeamModelSet(
  db: Queryable,
  teamId: string,
): Promise<(TeamModelRow & { by: string | null; at: Date }) | null> {
  const [row] = await db
    .select({ ...COLUMNS, by: users.name, at: teamModels.setAt })
    .from(teamModels)
    .leftJoin(users, eq(users.id, teamModels.setBy))
    .where(eq(teamModels.teamId, teamId));
  return row ?? null;
}

/** Inserts or replaces it. */
export async function upsertTeamModel(tx: Transaction, row: TeamModelRow & { setBy: string }): Promise<void> {
  const { teamId: _, ...set } = row;
  await tx
    .insert(teamModels)
    .values(row)
    .onConflictDoUpdate({ target: teamModels.teamId, set: { ...set, setAt: sql`now()` } });
}

/** @returns whether there was one */
export async function deleteTeamModel(tx: Transaction, teamId: string): Promise<boolean> {
  const gone = await tx
    .delete(teamModels)
    .where(eq(teamModels.teamId, teamId))
    .returning({ teamId: teamModels.teamId });
  return gone.length > 0;
}

/** Subquery for `chats`: the model of the chat's team. */
export const modelOfChat = sql<TeamModelRow | null>`(select json_build_object('teamId', ${teamModels.teamId},
    'baseUrl', ${teamModels.baseUrl}, 'model', ${teamModels.model}, 'sealedKey', ${teamModels.sealedKey})
  from ${teamModels} where ${teamModels.teamId} = ${chats.teamId})`;
