import 'server-only';
/**
 * What a call is judged by, apart from its tool: the chat, the team, its rules and grants as they are at this moment.
 */
import { createHash } from 'node:crypto';
import { aliasedTable, eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isWithin, type Queryable } from '@/db/client';
import { columnsWritten, fixed, kept, keptBy } from '@/db/kept';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { Wishes } from '@/lib/people/preferences';
import type { Role } from '@/mcp/scopes';
import { type CallRow, insertingCall, type NewCallRow } from './calls';
import { type ChatRow, effectiveMode } from './chats';
import { tookEffect } from './conversation/branches';
import { type Outside, outsideOf, type Step, type StepIn } from './conversation/outside-words';
import { type SummaryRow, summaryOf } from './conversation/summaries';
import { type NamedTool, takenBackBy } from './conversation/undoing';
import { isNotEnded, type OpenGrant, openGrantsOfChat } from './grants';
import type { RuleRow } from './rules';
import type { HeldRun, RunRow } from './runs';
import type { HaltSaid } from './settings/halts';
import { wishesOfChat } from './settings/preferences';
import { modelOfChat, type TeamModelRow } from './settings/team-model';
import { isLimitedOfChat } from './settings/usage';
import { vouched } from './sign-on/accounts';

const { approvals, chats, halts, members, policyRules, runs, teams, users } = schema;

/**
 * `place` is where the call is made, `chats` the head of its tree. They differ only for sub-agents, which are judged by
 * the chat in which a person has asked.
 */
const place = aliasedTable(chats, 'place');
const isHead = sql`${chats.id} = coalesce(${place.rootId}, ${place.id})`;

/** The chat's owner, as long as the provider that lets them in still vouches for them. */
const isMember = sql`${members.userId} = ${chats.userId} and ${vouched(members.userId)}`;

/** A sub-agent that only reads does so whatever mode its head is in. */
const modeHere = sql<ChatRow['mode']>`case when ${place.mode} = 'plan' then 'plan' else ${effectiveMode} end`;

/** A call that has run in a branch that is not shown, and did more than read. */
export interface DoneElsewhere {
  server: string;
  /** The bare name. */
  tool: string;
  inputHash: string;
  /** The beginning of its arguments, as canonical JSON. */
  input: string;
}

/** A rule of the team, or the chat owner's `own`. */
type AuthorityRule = Omit<RuleRow, 'id' | 'teamId' | 'userId' | 'setBy' | 'setAt' | 'holdSeconds'> & {
  own: boolean;
  holdSeconds?: number | null | undefined;
};

export interface AuthorityRow {
  mode: ChatRow['mode'];
  /** The owner's role and team; null if they are in none. */
  role: Role | null;
  teamId: string | null;
  policyVersion: number;
  /** The version of the team's servers: it changes whenever anything about them does. */
  serversVersion: number;
  rules: AuthorityRule[];
  /** Everything that admins of the team have stopped. */
  halts: HaltSaid[];
  /** The person for whom the call is made, and whether another client asks for it. */
  place: { userId: string; byClient: boolean };
  /** The owner's open grants that hold in this chat. */
  grants: OpenGrant[];
  /** How many admins there are besides the owner. */
  otherAdmins: number;
  outside: Outside | null;
  elsewhere: DoneElsewhere[];
  /** The tools of the calls that the run takes back, on a person's order; empty if it takes nothing back. */
  takesBack: NamedTool[];
  isDeleted: boolean;
  /** Instructions for the model: not part of the judgement or its hash. */
  wishes: Wishes;
  /** The summary that replaces the chat's older messages; not part of the judgement either. */
  summary: SummaryRow | null;
  /** The model that an admin of the team has connected; not part of the judgement either. */
  teamModel: TeamModelRow | null;
  /**
   * The server whose page calls here, below the call that it shows; null if a person has asked, or a sub-agent works
   * here.
   */
  pageOf: string | null;
  /** An admin has set usage limits in the team; not part of the judgement either. */
  isLimited: boolean;
  /** The hash of everything judged, as computed by the database: the statement that sends a call compares it. */
  hash: string;
}

const elsewhere = sql`(select coalesce(json_agg(distinct jsonb_build_object('server', c.server, 'tool', c.tool,
    'inputHash', c.input_hash, 'input', left(c.input, 200))), '[]')
  from "messages" "left" join "runs" r on r.chat_id = "left".chat_id and r.message_id = "left".id
    join "runs" w on w.id = r.id or w.root_run_id = r.id join "calls" c on c.run_id = w.id
  where "left".chat_id = ${chats.id} and not "left".active and ${tookEffect('c')})`;

const rulesOfChat = sql`(select coalesce(json_agg(json_build_object('server', ${policyRules.server},
    'tool', ${policyRules.tool}, 'own', ${policyRules.userId} is not null, 'effect', ${policyRules.effect},
    'locked', ${policyRules.locked}, 'critical', ${policyRules.critical}, 'openForHours', ${policyRules.openForHours},
    'holdSeconds', ${policyRules.holdSeconds})), '[]')
  from ${policyRules} where ${policyRules.teamId} = ${chats.teamId}
    and (${policyRules.userId} is null or ${policyRules.userId} = ${chats.userId}))`;

/** All of the team's halts in a fixed order, so that an equal text means that nothing has changed. */
const haltsOfTeam = sql`(select coalesce(json_agg(json_build_object('kind', ${halts.kind}, 'server', ${halts.server},
    'tool', ${halts.tool}, 'userId', ${halts.userId}, 'reason', ${halts.reason}) order by ${halts.id}), '[]')
  from ${halts} where ${halts.teamId} = ${chats.teamId} and ${halts.liftedAt} is null)`;

const otherAdmins = sql`(select count(*)::int from "members" as "other"
  where "other"."team_id" = ${chats.teamId} and "other"."role" = 'admin' and "other"."user_id" <> ${chats.userId})`;

/**
 * An `AuthorityRow` as one text; uses `place`, `chats`, `teams` and `members`.
 * @param run in which the call is made
 */
const authorityText = (run: SQLWrapper, during?: StepIn) => sql<string>`json_build_object('mode', ${modeHere},
  'role', ${members.role}, 'teamId', ${members.teamId}, 'policyVersion', ${teams.policyVersion},
  'serversVersion', ${teams.serversVersion}, 'rules', ${rulesOfChat}, 'halts', ${haltsOfTeam},
  'place', json_build_object('userId', ${chats.userId}, 'byClient', ${chats.tokenId} is not null), 'grants', ${openGrantsOfChat},
  'otherAdmins', ${otherAdmins}, 'outside', ${outsideOf(during)}, 'elsewhere', ${elsewhere},
  'takesBack', ${takenBackBy(run)},
  'isDeleted', ${chats.deletedAt} is not null)::text`;

/** A sub-agent's place is named after its call as well, but that call's server is our own. */
const pageOf = sql<
  string | null
>`(select "shown"."server" from "calls" as "shown" where "shown"."id" = ${place.id}
  and ${place.rootId} is not null and "shown"."metadata" ->> 'page' is not null)`;

/** Read along, but not part of the judgement. */
const beside = { wishes: wishesOfChat, summary: summaryOf(place.id), teamModel: modelOfChat, pageOf };
const along = { ...beside, isLimited: isLimitedOfChat };

function parseAuthority({
  text,
  ...beside
}: Pick<AuthorityRow, keyof typeof along> & { text: string }): AuthorityRow {
  return { ...JSON.parse(text), ...beside, hash: createHash('md5').update(text).digest('hex') };
}

/**
 * A condition: everything that this call is judged by is still what it was judged by. A grant spent on this call need
 * not have any uses left, but it must be neither revoked nor expired.
 */
export function authorityUnchanged(hash: string, call: Step & Pick<CallRow, 'chatId' | 'grantId'>): SQL {
  const { chatId, grantId, runId, step } = call;
  const held = grantId === null ? sql`true` : isNotEnded(grantId);
  return sql`${held} and ${isUnchanged({ chatId, runId, step, hash })}`;
}

const isUnchanged = fixed(
  ['chatId', 'runId', 'step', 'hash'],
  ({ chatId, runId, step, hash }) =>
    sql`(select md5(${authorityText(runId, { runId, step })}) from ${chats} as ${sql.identifier('place')} join ${chats} on ${isHead}
    join ${teams} on ${teams.id} = ${chats.teamId} left join ${members} on ${isMember}
    where ${place.id} = ${chatId}) = ${hash}`,
);

const authorityOfChat = kept(['chat', 'run', 'during', 'step'], (db, { chat, run, during, step }) =>
  db
    .select({
      text: authorityText(run, { runId: during, step }),
      ...along,
      run: { status: runs.status, fence: runs.fence },
    })
    .from(place)
    .innerJoin(chats, isHead)
    .innerJoin(teams, eq(teams.id, chats.teamId))
    .leftJoin(members, isMember)
    .leftJoin(runs, eq(runs.id, run))
    .where(eq(place.id, chat)),
);

/** @param runId whose state is read along */
export async function findAuthority(
  db: Queryable,
  chatId: string,
  runId = '',
  step = 0,
): Promise<{ authority: AuthorityRow; run: Pick<RunRow, 'status' | 'fence'> | null } | undefined> {
  const during = step > 0 ? runId : '';
  const [row] = await authorityOfChat(db, { chat: chatId, run: runId, during, step });
  if (!row) return undefined;
  const { run, ...authority } = row;
  return { authority: parseAuthority(authority), run };
}

/**
 * Inserts a call, as `insertCall` does, and reads what it is judged by in the same statement.
 * @returns `inserted`: null if the call already exists
 */
export async function insertJudgedCall(db: Queryable, call: NewCallRow, held: HeldRun) {
  const during = call.step ? held.id : '';
  const judged = insertingJudged(`${columnsWritten(call)}/${isWithin(db)}`);
  const [row] = await judged(db, { ...call, heldId: held.id, fence: held.fence, during, at: call.step });
  if (!row) return { inserted: undefined, authority: undefined };
  const { inserted: made, ...authority } = row;
  return { inserted: made, authority: parseAuthority(authority) };
}

/** @param shape the columns of the call to write, and whether in a transaction */
const insertingJudged = keptBy((shape: string) => {
  const [columns = ''] = shape.split('/');
  const written: string[] = columns.split(' ');
  return kept([...written, 'heldId', 'fence', 'during', 'at'], (db, given) => {
    const { heldId, fence, during, at } = given as Record<'heldId' | 'fence' | 'during' | 'at', Placeholder>;
    const values = Object.fromEntries(written.map((name) => [name, given[name]])) as unknown as NewCallRow;
    const held = { id: heldId, fence } as unknown as HeldRun;
    const inserted = db.$with('inserted').as(insertingCall(db, values, held));
    return db
      .with(inserted)
      .select({
        text: authorityText(heldId, { runId: during, step: at }),
        ...along,
        inserted: { seq: inserted.seq, createdAt: inserted.createdAt },
      })
      .from(place)
      .innerJoin(chats, isHead)
      .innerJoin(teams, eq(teams.id, chats.teamId))
      .leftJoin(members, isMember)
      .leftJoin(inserted, sql`true`)
      .where(eq(place.id, sql.placeholder('chatId')));
  });
});

/** The same for a card's chat and its owner; `teamId` is the chat's. */
export async function findCardAuthority(
  db: Queryable,
  approvalId: string,
): Promise<{ authority: AuthorityRow; owner: Omit<Caller, 'role'> } | undefined> {
  const [row] = await authorityOfCard(db, { approvalId });
  if (!row) return undefined;
  const { owner, ...authority } = row;
  return { authority: parseAuthority(authority), owner };
}

const authorityOfCard = kept(['approvalId'], (db, { approvalId }) =>
  db
    .select({
      text: authorityText(approvals.runId),
      ...along,
      owner: { userId: users.id, userName: users.name, teamId: teams.id, teamName: teams.name },
    })
    .from(approvals)
    .innerJoin(place, eq(place.id, approvals.chatId))
    .innerJoin(chats, isHead)
    .innerJoin(teams, eq(teams.id, chats.teamId))
    .innerJoin(users, eq(users.id, chats.userId))
    .leftJoin(members, isMember)
    .where(eq(approvals.id, approvalId)),
);
