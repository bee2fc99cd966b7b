import 'server-only';
/**
 * How things stand at this very moment, by the database: everything the policy looks at but the tool. Read again
 * for every judgement, and right before a call is sent.
 */
import { createHash } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Fence } from '@/lib/execution/ledger';
import { grantFor } from '@/lib/grants/grants';
import type { Caller } from '@/lib/people/caller';
import {
  isGrantable,
  judge,
  type Mode,
  POLICY_VERSION,
  type Role,
  type Situation,
  type Verdict,
} from '@/lib/policy/policy';
import { overridesFor, type PolicyRule, rulesFor } from '@/lib/rules/policy-rules';
import { rulesHash } from '@/lib/rules/rules-hash';
import { effectiveMode } from '@/lib/store/chats';
import { type OpenGrant, openGrantsOfChat } from '@/lib/store/grants';
import { type Outside, outsideOf, type Step } from '@/lib/store/standing';
import type { ConnectedTool } from '@/lib/tools/types';
import { visible } from '@/lib/values/text';

const { chats, members, policyRules, runs, teams } = schema;

export interface Standing {
  mode: Mode;
  /** Of the person for whom the call is made. */
  role: Role;
  /** Of our rules and the team's; stands with every approval. */
  policyVersion: string;
  /** The team's and the person's own. */
  rules: readonly PolicyRule[];
  outside: Outside | null;
  /** How many admins there are other than that person. */
  otherAdmins: number;
  /** Of the team's servers: another one says that something about them has changed. */
  serversVersion: number;
  /** Of all of this as the database has it: a statement that sends a call can look whether it still stands so. */
  mark: string;
  /** What was allowed ahead and still holds. */
  grants: readonly OpenGrant[];
}

/** The team's rules and those of the chat's owner. */
const rulesOf = sql<PolicyRule[]>`(select coalesce(json_agg(json_build_object('server', ${policyRules.server},
    'tool', ${policyRules.tool}, 'own', ${policyRules.userId} is not null, 'effect', ${policyRules.effect},
    'locked', ${policyRules.locked}, 'critical', ${policyRules.critical}, 'openForHours', ${policyRules.openForHours})), '[]')
  from ${policyRules} where ${policyRules.teamId} = ${chats.teamId}
    and (${policyRules.userId} is null or ${policyRules.userId} = ${chats.userId}))`;

const otherAdmins = sql<number>`(select count(*)::int from "members" as "other"
  where "other"."team_id" = ${chats.teamId} and "other"."role" = 'admin' and "other"."user_id" <> ${chats.userId})`;

interface Found extends Omit<Standing, 'mark' | 'policyVersion' | 'role'> {
  role: Role | null;
  teamId: string | null;
  policyVersion: number;
  isDeleted: boolean;
}

/** Everything of a `Found`, as one text; of `chats`, `teams` and `members`. */
const standingText = (during?: Step) => sql<string>`json_build_object('mode', ${effectiveMode},
  'role', ${members.role}, 'teamId', ${members.teamId}, 'policyVersion', ${teams.policyVersion},
  'serversVersion', ${teams.serversVersion}, 'rules', ${rulesOf}, 'grants', ${openGrantsOfChat},
  'otherAdmins', ${otherAdmins}, 'outside', ${outsideOf(during)}, 'isDeleted', ${chats.deletedAt} is not null)::text`;

/** For a statement: whether everything that a call of this chat is judged by is still what it was judged by. */
export function standsAs(mark: string, chatId: string, during?: Step): SQL {
  return sql`(select md5(${standingText(during)}) from ${chats} join ${teams} on ${teams.id} = ${chats.teamId}
    left join ${members} on ${members.userId} = ${chats.userId} where ${chats.id} = ${chatId}) = ${mark}`;
}

/**
 * What counts for a call that is made in this chat now.
 * @param caller for whom: the chat's owner
 * @param fence of the run that makes the call: this process must still hold it. A process that stood still for long is taken
 *   for dead, and another may have begun the answer again.
 * @param step of the answer, in which the call is made
 * @throws AppError when the chat or the run is gone, or the owner's role or team is not what the run began with
 */
export async function standingNow(
  db: Queryable,
  chatId: string,
  caller: Caller,
  fence?: Fence,
  step?: number,
): Promise<Standing> {
  const during = fence && step ? { runId: fence.runId, step } : undefined;
  const [row] = await db
    .select({ text: standingText(during), run: runs.status, fence: runs.fence })
    .from(chats)
    .innerJoin(teams, eq(teams.id, chats.teamId))
    .leftJoin(members, eq(members.userId, chats.userId))
    .leftJoin(runs, eq(runs.id, fence?.runId ?? ''))
    .where(eq(chats.id, chatId));
  const found = row && (JSON.parse(row.text) as Found);
  if (!found || found.isDeleted) throw new AppError('not_found', 'The chat is gone. Nothing ran.');
  if (found.role !== caller.role || found.teamId !== caller.teamId) {
    const message = 'The role of the person who asked has changed. Nothing ran; ask again.';
    throw new AppError('conflict', message);
  }
  if (fence && (row.run !== 'running' || row.fence !== fence.fence)) {
    throw new AppError('conflict', 'This answer was given up meanwhile. Nothing ran.');
  }
  return standingIn(found, caller.role, row.text);
}

function standingIn(
  { mode, rules, outside, grants, otherAdmins, ...found }: Found,
  role: Role,
  text: string,
): Standing {
  const policyVersion = `${POLICY_VERSION}.${found.policyVersion}`;
  const { serversVersion } = found;
  const mark = createHash('md5').update(text).digest('hex');
  return { mode, role, policyVersion, rules, outside, grants, otherAdmins, serversVersion, mark };
}

/** Who asked for a call, and what counts for it: what a decision begins with. */
export interface CardStanding {
  requester: Caller;
  standing: Standing;
}

/** @returns nothing when the person has left the team, or the chat is gone */
export async function standingOfCard(db: Queryable, approvalId: string): Promise<CardStanding | undefined> {
  const { approvals, users } = schema;
  const [row] = await db
    .select({
      text: standingText(),
      ...{ userId: users.id, userName: users.name, teamId: teams.id, teamName: teams.name },
    })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .innerJoin(teams, eq(teams.id, chats.teamId))
    .innerJoin(users, eq(users.id, chats.userId))
    .leftJoin(members, eq(members.userId, chats.userId))
    .where(eq(approvals.id, approvalId));
  const found = row && (JSON.parse(row.text) as Found);
  if (!found?.role || found.isDeleted || found.teamId !== row?.teamId) return undefined;
  const { text, ...person } = row;
  return { requester: { ...person, role: found.role }, standing: standingIn(found, found.role, text) };
}

/** What of a tool is judged. */
type Judged = Pick<ConnectedTool, 'server' | 'name' | 'trusted' | 'risk'>;

/** What the policy looks at for a call of this tool. */
export function situationOf(tool: Judged, standing: Standing): Situation {
  const { mode, role, outside } = standing;
  return { mode, role, ...overridesFor(standing.rules, tool), tainted: outside !== null };
}

/** What was said of one call: an approval holds it. */
export interface Ruling extends Verdict {
  /** The person who confirms gives the password again. */
  critical: boolean;
  /** Calls like this one can be allowed ahead. */
  grantable: boolean;
  /** How long a card waits; null: a day. */
  openForHours: number | null;
  policyVersion: string;
  /** By which it runs, where the rule is `grant`. */
  grantId?: string;
}

/** Judges a call as things stand. What is critical is never allowed ahead. */
export function judgeNow(
  tool: Judged & Pick<ConnectedTool, 'contractHash'>,
  input: unknown,
  standing: Standing,
): Ruling {
  const { rules, policyVersion, outside } = standing;
  const { critical, openForHours } = rulesFor(rules, tool);
  const grant = critical ? undefined : grantFor(standing.grants, tool, rulesHash(tool, standing), input);
  const verdict = judge(tool, { ...situationOf(tool, standing), granted: grant !== undefined });
  const why = verdict.rule === 'outside' && outside ? ` ${sourceOf(outside)}` : '';
  const grantable = isGrantableNow(tool, standing);
  const ruling = {
    ...verdict,
    reason: verdict.reason + why,
    critical,
    grantable,
    openForHours,
    policyVersion,
  };
  return verdict.rule === 'grant' && grant ? { ...ruling, grantId: grant.id } : ruling;
}

/** Whether calls like this one can be allowed ahead. */
export function isGrantableNow(tool: Judged, standing: Standing): boolean {
  return !rulesFor(standing.rules, tool).critical && isGrantable(tool, situationOf(tool, standing));
}

/** Which call it was. Names that servers gave are data: short, and with everything invisible written out. */
function sourceOf({ server, tool }: Outside): string {
  return `It came with a result of ${JSON.stringify(visible(tool.slice(0, 100)))} of the server ${server}.`;
}
