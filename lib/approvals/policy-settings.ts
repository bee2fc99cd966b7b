import 'server-only';
/** Changing what must ask: admins for the team, everybody for himself and then only to make it stricter. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';
import type { PolicyRule, PolicyView } from './policy-rules';

const { members, policyRules, teams, users } = schema;

/** Rules that one team may have; every judgement reads them. */
const MAX_RULES = 500;

export async function readPolicy(db: Queryable, caller: Caller): Promise<PolicyView> {
  const [[team], rows] = await Promise.all([
    db.select({ version: teams.policyVersion }).from(teams).where(eq(teams.id, caller.teamId)),
    db
      .select({ rule: policyRules, setBy: users.name })
      .from(policyRules)
      .leftJoin(users, eq(users.id, policyRules.setBy))
      .where(and(eq(policyRules.teamId, caller.teamId), seenBy(caller)))
      .orderBy(policyRules.server, policyRules.tool),
  ]);
  const rules = rows.map(({ rule, setBy }) => {
    const { server, tool, userId, effect, locked, critical, openForHours, setAt } = rule;
    const kept = { server, tool, effect, locked, critical, openForHours };
    return { ...kept, own: userId !== null, setBy, setAt: setAt.toISOString() };
  });
  return { version: team?.version ?? 0, rules };
}

function seenBy({ userId }: Caller): SQL | undefined {
  return or(isNull(policyRules.userId), eq(policyRules.userId, userId));
}

/**
 * Puts a rule in the place of what stood for this server or tool; one that says nothing takes it away.
 * @throws AppError forbidden (the team's, by anyone but an admin), bad_request (an own rule that would loosen, too
 *   many rules)
 */
export async function setRule(db: Database, caller: Caller, rule: PolicyRule): Promise<PolicyView> {
  assertSensible(rule);
  return db.transaction(async (tx) => {
    // Whoever changes rules waits here for whoever else does. The receipt of a rule that goes asks who it was.
    const person = sql`set_config('amber.person', ${caller.userId}, true)`;
    await tx.select({ id: teams.id, person }).from(teams).where(eq(teams.id, caller.teamId)).for('update');
    if (!rule.own) await assertAdmin(tx, caller);
    await tx.delete(policyRules).where(placeOf(caller, rule));
    if (!isEmpty(rule)) await insert(tx, caller, rule);
    await tx
      .update(teams)
      .set({ policyVersion: sql`${teams.policyVersion} + 1` })
      .where(eq(teams.id, caller.teamId));
    return readPolicy(tx, caller);
  });
}

function isEmpty({ effect, locked, critical, openForHours }: PolicyRule): boolean {
  return effect === null && !locked && !critical && openForHours === null;
}

function assertSensible({ own, effect, locked, critical, openForHours }: PolicyRule): void {
  const isTeams = locked || critical || openForHours !== null;
  if (!own || (effect !== 'allow' && !isTeams)) return;
  throw new AppError('bad_request', 'For yourself you can only ask for more than the team does.');
}

/** By the database, not by what the session said a moment ago. */
async function assertAdmin(tx: Transaction, { userId, teamId }: Caller): Promise<void> {
  const [standing] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.teamId, teamId)));
  if (standing?.role !== 'admin')
    throw new AppError('forbidden', 'Only admins change the policy of the team.');
}

function placeOf({ teamId, userId }: Caller, { own, server, tool }: PolicyRule): SQL | undefined {
  return and(
    eq(policyRules.teamId, teamId),
    own ? eq(policyRules.userId, userId) : isNull(policyRules.userId),
    eq(policyRules.server, server),
    tool === null ? isNull(policyRules.tool) : eq(policyRules.tool, tool),
  );
}

async function insert(tx: Transaction, caller: Caller, rule: PolicyRule): Promise<void> {
  const { teamId, userId } = caller;
  const { own, ...kept } = rule;
  const id = randomToken();
  await tx.insert(policyRules).values({ ...kept, id, teamId, userId: own ? userId : null, setBy: userId });
  if ((await tx.$count(policyRules, eq(policyRules.teamId, teamId))) <= MAX_RULES) return;
  throw new AppError('bad_request', `A team can have ${MAX_RULES} rules. Take some away first.`);
}
