/** Facts that people have told Amber to remember, limited in number and in length. */
import { createHash } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import { newId } from '../ids';
import { facts } from '../schema/facts';
import { preferences } from '../schema/preferences';
import type { TeamData } from './change';

/** The most characters of one fact. */
export const LONGEST_FACT = 500;
export const MOST_FACTS = 100;

/** The fact as it is stored: cut to the limit without splitting a character. */
export function factText(said: string): string {
  const characters = [...said.trim()];
  return characters.slice(0, LONGEST_FACT).join('');
}

/** The hash by which a fact is recognised as the same. */
export const factHash = (text: string): string => createHash('sha256').update(text, 'utf16le').digest('hex');

export type Kept = 'kept' | 'known' | 'full' | 'off';

/** Stores a fact of this person, once. */
export async function keepFact({ db, teamId }: TeamData, userId: string, text: string): Promise<Kept> {
  const isOwn = and(eq(facts.userId, userId), eq(facts.teamId, teamId));
  const hash = factHash(text);
  const [[preference], [known], [all]] = await Promise.all([
    db.select({ memory: preferences.memory }).from(preferences).where(eq(preferences.userId, userId)),
    db
      .select({ id: facts.id })
      .from(facts)
      .where(and(isOwn, eq(facts.hash, hash))),
    db.select({ count: count() }).from(facts).where(isOwn),
  ]);
  if (preference?.memory === false) return 'off';
  if (known) return 'known';
  if ((all?.count ?? 0) >= MOST_FACTS) return 'full';
  const added = await db
    .insert(facts)
    .values({ id: newId('fact'), teamId, userId, text, hash })
    .onConflictDoNothing()
    .returning({ id: facts.id });
  return added.length > 0 ? 'kept' : 'known';
}
