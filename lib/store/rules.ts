import 'server-only';
/** What admins decided about servers and tools, and members for themselves. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';

const { policyRules, teams, users } = schema;

export type RuleRow = typeof policyRules.$inferSelect;

/** What a rule applies to. */
export interface RulePlace {
  teamId: string;
  /** Null: the team's. */
  userId: string | null;
  server: string;
  /** Null: every tool of the server. */
  tool: string | null;
}

const whose = (userId: string | null) =>
  userId === null ? isNull(policyRules.userId) : eq(policyRules.userId, userId);

function isAt({ teamId, userId, server, tool }: RulePlace): SQL | undefined {
  const ofTool = tool === null ? isNull(policyRules.tool) : eq(policyRules.tool, tool);
  return and(eq(policyRules.teamId, teamId), whose(userId), eq(policyRules.server, server), ofTool);
}

/** Grows with every change of the team's rules. */
export async function findPolicyVersion(db: Queryable, teamId: string): Promise<number | undefined> {
  const [team] = await db.select({ version: teams.policyVersion }).from(teams).where(eq(teams.id, teamId));
  return team?.version;
}

/** The team's rules and this person's own, each with the name of the person who set it. */
export function listRules(
  db: Queryable,
  { teamId, userId }: Caller,
): Promise<{ rule: RuleRow; setBy: string | null }[]> {
  return db
    .select({ rule: policyRules, setBy: users.name })
    .from(policyRules)
    .leftJoin(users, eq(users.id, policyRules.setBy))
    .where(and(eq(policyRules.teamId, teamId), or(whose(null), whose(userId))))
    .orderBy(policyRules.server, policyRules.tool);
}

export function listTeamRules(db: Queryable, teamId: string): Promise<RuleRow[]> {
  return db
    .select()
    .from(policyRules)
    .where(and(eq(policyRules.teamId, teamId), whose(null)));
}

/**
 * Other changes of the team's rules wait here until this transaction ends. Also names the person, for the receipt of a
 * rule that is deleted.
 */
export async function lockPolicy(tx: Transaction, { teamId, userId }: Caller): Promise<void> {
  const person = sql`set_config('amber.person', ${userId}, true)`;
  await tx.select({ id: teams.id, person }).from(teams).where(eq(teams.id, teamId)).for('update');
}

export async function findRule(tx: Transaction, place: RulePlace): Promise<RuleRow | undefined> {
  const [rule] = await tx.select().from(policyRules).where(isAt(place));
  return rule;
}

export async function deleteRule(tx: Transaction, place: RulePlace): Promise<void> {
  await tx.delete(policyRules).where(isAt(place));
}

export async function insertRule(tx: Transaction, rule: Omit<RuleRow, 'setAt'>): Promise<void> {
  await tx.insert(policyRules).values(rule);
}

export function countRules(tx: Transaction, { teamId, userId }: RulePlace): Promise<number> {
  return tx.$count(policyRules, and(eq(policyRules.teamId, teamId), whose(userId)));
}

export async function countPolicyChange(tx: Transaction, teamId: string): Promise<void> {
  await tx
    .update(teams)
    .set({ policyVersion: sql`${teams.policyVersion} + 1` })
    .where(eq(teams.id, teamId));
}
