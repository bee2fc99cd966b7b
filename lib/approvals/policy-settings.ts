import 'server-only';
/** Changing what must ask: admins for the team, everybody for himself and then only to make it stricter. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import { endUnderOtherRules } from '@/lib/grants/void-grants';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';

const { members, policyRules, teams, users } = schema;

/** Rules that one team may have, and besides them each person for himself; every judgement reads both. */
const MAX_RULES = 500;
const MAX_OWN_RULES = 50;

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
 * Puts a rule in the place of what stood for this server or tool; one that says nothing takes it away. What was allowed
 * ahead under other rules of the team ends with it. Servers and tools need not be known: one can be forbidden before it
 * is there, or while it is away.
 * @throws AppError forbidden (the team's, by anyone but an admin), bad_request (an own rule that would loosen, too
 *   many rules)
 */
export async function setRule(db: Database, caller: Caller, rule: PolicyRule): Promise<PolicyView> {
  assertSensible(rule);
  return db.transaction(async (tx) => {
    // Whoever changes rules waits here for whoever else does. The receipt of a rule that goes asks who it was.
    const person = sql`set_config('amber.person', ${caller.userId}, true)`;
    await tx.select({ id: teams.id, person }).from(teams).where(eq(teams.id, caller.teamId)).for('update');
    await assertMay(tx, caller, rule);
    if (await says(tx, caller, rule)) return readPolicy(tx, caller);
    await tx.delete(policyRules).where(placeOf(caller, rule));
    if (!isEmpty(rule)) await insert(tx, caller, rule);
    if (!rule.own) await countChange(tx, caller, rule);
    return readPolicy(tx, caller);
  });
}

/** A person's own rules change nothing for anybody else, and have no number. */
async function countChange(tx: Transaction, caller: Caller, rule: PolicyRule): Promise<void> {
  await tx
    .update(teams)
    .set({ policyVersion: sql`${teams.policyVersion} + 1` })
    .where(eq(teams.id, caller.teamId));
  await endUnderOtherRules(tx, caller, rule);
}

/** Whether it stands there already: then nothing has changed, and there is nothing to tell. */
async function says(tx: Transaction, caller: Caller, rule: PolicyRule): Promise<boolean> {
  const [kept] = await tx.select().from(policyRules).where(placeOf(caller, rule));
  if (!kept) return isEmpty(rule);
  const { effect, locked, critical, openForHours } = rule;
  const isSame = kept.effect === effect && kept.locked === locked && kept.critical === critical;
  return isSame && kept.openForHours === openForHours;
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
async function assertMay(tx: Transaction, { userId, teamId }: Caller, { own }: PolicyRule): Promise<void> {
  const [standing] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.teamId, teamId)));
  if (!standing) throw new AppError('forbidden', 'You are not in this team any more.');
  if (!own && standing.role !== 'admin')
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
  const ofSame = own ? eq(policyRules.userId, userId) : isNull(policyRules.userId);
  const [whose, most] = own ? ['You can have', MAX_OWN_RULES] : ['A team can have', MAX_RULES];
  if ((await tx.$count(policyRules, and(eq(policyRules.teamId, teamId), ofSame))) <= most) return;
  throw new AppError(
    'bad_request',
    `${whose} ${most} rules${own ? ' of your own' : ''}. Take some away first.`,
  );
}
