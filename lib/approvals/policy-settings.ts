import 'server-only';
/** Changing what must ask: admins for the team, people for themselves, but only to make it stricter. */
import type { Database, Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import { endUnderOtherRules } from '@/lib/grants/void-grants';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';
import { type Preset, presetRules } from '@/lib/rules/presets';
import { findRole } from '@/lib/store/people';
import {
  countPolicyChange,
  countRules,
  deleteRule,
  findPolicyVersion,
  findRule,
  insertRule,
  listRules,
  lockPolicy,
  type RulePlace,
  type RuleRow,
} from '@/lib/store/rules';

type FullRule = PolicyRule & { holdSeconds: number | null };

/** The most rules of one team, and of each person for themselves in addition; every judgement reads both. */
const MAX_RULES = 500;
const MAX_OWN_RULES = 50;

export async function readPolicy(db: Queryable, caller: Caller): Promise<PolicyView> {
  const [version, rows] = await Promise.all([findPolicyVersion(db, caller.teamId), listRules(db, caller)]);
  const rules = rows.map(({ rule, setBy }) => {
    const { server, tool, userId, effect, locked, critical, openForHours, holdSeconds, setAt } = rule;
    const kept = { server, tool, effect, locked, critical, openForHours, holdSeconds };
    return { ...kept, own: userId !== null, setBy, setAt: setAt.toISOString() };
  });
  return { version: version ?? 0, rules };
}

/**
 * Replaces the rule for this server or tool; an empty rule deletes it. A hold that it does not name stays. What was
 * allowed ahead under other rules of the team ends with it. Servers and tools need not be known: one can be forbidden
 * before it exists, or while it is away.
 * @throws AppError forbidden (for the team, by anybody but an admin), bad_request (an own rule that would loosen, too
 * many rules)
 */
export async function setRule(db: Database, caller: Caller, rule: PolicyRule): Promise<PolicyView> {
  assertSensible(rule);
  return db.transaction(async (tx) => {
    await lockPolicy(tx, caller);
    await put(tx, caller, rule);
    return readPolicy(tx, caller);
  });
}

/**
 * Sets all rules of a preset, or none.
 * @param tools as the caller's servers list them
 * @throws AppError forbidden (for anybody but an admin), not_found (there is no workspace), bad_request (too many
 * rules)
 */
export async function setPreset(
  db: Database,
  caller: Caller,
  preset: Preset,
  tools: Parameters<typeof presetRules>[1],
): Promise<PolicyView> {
  return db.transaction(async (tx) => {
    await lockPolicy(tx, caller);
    const { rules } = await readPolicy(tx, caller);
    const set = presetRules(preset, tools, rules);
    if (set.length === 0) throw new AppError('not_found', 'This team has no workspace now.');
    for (const rule of set) await put(tx, caller, rule);
    return readPolicy(tx, caller);
  });
}

/** If it is set already, nothing has changed, and there is nothing to report. */
async function put(tx: Transaction, caller: Caller, said: PolicyRule): Promise<void> {
  await assertMay(tx, caller, said);
  const kept = await findRule(tx, placeOf(caller, said));
  const { holdSeconds = kept?.holdSeconds ?? null } = said;
  const rule = { ...said, holdSeconds };
  if (says(kept, rule)) return;
  await deleteRule(tx, placeOf(caller, rule));
  if (!isEmpty(rule)) await insert(tx, caller, rule);
  if (!rule.own) await countChange(tx, caller, rule);
}

/** A person's own rules change nothing for anybody else, and have no version number. */
async function countChange(tx: Transaction, caller: Caller, rule: PolicyRule): Promise<void> {
  await countPolicyChange(tx, caller.teamId);
  await endUnderOtherRules(tx, caller, rule);
}

/** Whether it is already set. */
function says(kept: RuleRow | undefined, rule: FullRule): boolean {
  if (!kept) return isEmpty(rule);
  const { effect, locked, critical, openForHours, holdSeconds } = rule;
  const isSame = kept.effect === effect && kept.locked === locked && kept.critical === critical;
  return isSame && kept.openForHours === openForHours && kept.holdSeconds === holdSeconds;
}

function isEmpty({ effect, locked, critical, openForHours, holdSeconds }: PolicyRule): boolean {
  return effect === null && !locked && !critical && openForHours === null && holdSeconds == null;
}

function assertSensible({ own, effect, locked, critical, openForHours, holdSeconds }: PolicyRule): void {
  const isTeams = locked || critical || openForHours !== null || holdSeconds != null;
  if (!own || (effect !== 'allow' && !isTeams)) return;
  throw new AppError('bad_request', 'For yourself you can only ask for more than the team does.');
}

/** By the database, not by what the session said a moment ago. */
async function assertMay(tx: Transaction, caller: Caller, { own }: PolicyRule): Promise<void> {
  const role = await findRole(tx, caller);
  if (!role) throw new AppError('forbidden', 'You are not in this team any more.');
  if (!own && role !== 'admin') throw new AppError('forbidden', 'Only admins change the policy of the team.');
}

function placeOf({ teamId, userId }: Caller, { own, server, tool }: PolicyRule): RulePlace {
  return { teamId, userId: own ? userId : null, server, tool };
}

async function insert(tx: Transaction, caller: Caller, rule: FullRule): Promise<void> {
  const { own, ...kept } = rule;
  const place = placeOf(caller, rule);
  await insertRule(tx, { ...kept, ...place, id: randomToken(), setBy: caller.userId });
  const [whose, most] = own ? ['You can have', MAX_OWN_RULES] : ['A team can have', MAX_RULES];
  if ((await countRules(tx, place)) <= most) return;
  throw new AppError(
    'bad_request',
    `${whose} ${most} rules${own ? ' of your own' : ''}. Take some away first.`,
  );
}
