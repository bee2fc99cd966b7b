import 'server-only';
/** People's preferences for their pages, and what they and their team ask of every answer. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { NO_PREFERENCES, type Preferences, type Wishes } from '@/lib/people/preferences';
import { factsOfChat } from './facts';

const { chats, preferences, teams } = schema;

/** With defaults where nothing was chosen. */
export async function findPreferences(db: Queryable, userId: string): Promise<Preferences> {
  const [row] = await db
    .select({
      locale: preferences.locale,
      zone: preferences.zone,
      theme: preferences.theme,
      density: preferences.density,
      textSize: preferences.textSize,
      instructions: preferences.instructions,
      memory: preferences.memory,
      skipped: preferences.skipped,
    })
    .from(preferences)
    .where(eq(preferences.userId, userId));
  return row ?? NO_PREFERENCES;
}

/** Changes only the given ones. */
export async function savePreferences(
  db: Queryable,
  userId: string,
  changes: Partial<Preferences>,
): Promise<void> {
  await db
    .insert(preferences)
    .values({ userId, ...changes })
    .onConflictDoUpdate({ target: preferences.userId, set: changes });
}

/** Empty: none. */
export async function findTeamInstructions(db: Queryable, teamId: string): Promise<string> {
  const [team] = await db
    .select({ instructions: teams.instructions })
    .from(teams)
    .where(eq(teams.id, teamId));
  return team?.instructions ?? '';
}

export async function saveTeamInstructions(
  tx: Transaction,
  teamId: string,
  instructions: string,
): Promise<void> {
  await tx.update(teams).set({ instructions }).where(eq(teams.id, teamId));
}

/** Subquery for `chats`: what its owner, and the owner's team, ask of every answer. */
export const wishesOfChat = sql<Wishes>`(select json_build_object(
    'locale', ${preferences.locale}, 'own', coalesce(${preferences.instructions}, ''), 'team', ${teams.instructions},
    'facts', ${factsOfChat})
  from ${teams} left join ${preferences} on ${preferences.userId} = ${chats.userId} where ${teams.id} = ${chats.teamId})`;
