import 'server-only';
/** The team's record of calls in pages, with what the policy looked at, as far as that is recorded. */
import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { CallRow } from '../calls';
import { takenBackBy } from './undoing';

const { approvals, attachments, calls, chats, members, policyRules, runs, uploads, users } = schema;

/** Which calls are read: of one team, newest first, of one server and tool or of all. */
export interface RecordPage {
  teamId: string;
  days: number;
  server: string | null;
  tool: string | null;
  /** Only calls before this one; null: from now on. */
  before: { at: string; seq: number } | null;
  most: number;
  /** The most characters of the arguments; null: all. */
  inputLength: number | null;
}

export interface RecordRow {
  id: string;
  seq: number;
  at: string;
  server: string;
  tool: string;
  modelTool: string;
  title: string | null;
  toolCallId: string;
  chatId: string;
  trusted: boolean;
  risk: CallRow['risk'];
  asksAlways: boolean;
  /** Canonical JSON, cut at `inputLength`; empty if the chat or the arguments are erased. */
  input: string;
  status: CallRow['status'];
  dispatched: boolean;
  granted: boolean;
  userId: string;
  who: string | null;
  /** That person's present role; null if they have left. */
  role: 'viewer' | 'member' | 'admin' | 'auditor' | null;
  takesBack: { server: string; tool: string }[];
  /** The rule of the card, or of the last one if there were several; null if nobody was asked. */
  rule: string | null;
  /** By which rule it ran without asking; null otherwise, and for calls from before that was kept. */
  ranBy: string | null;
  /** Whom that card asked. */
  requirement: 'ask' | 'ask_admin' | 'two_admins' | null;
  decided: 'confirmed' | 'cancelled' | 'other' | null;
  seconds: number | null;
  grantable: boolean | null;
  /**
   * At the head of the chat: when words from outside first came in; then when they first did after an admin cleared
   * them, and when that was.
   */
  outsideAt: string | null;
  outsideSinceAt: string | null;
  clearedAt: string | null;
}

const isOfPage = ({ teamId, days, server, tool, before }: RecordPage): SQL =>
  sql`${calls.teamId} = ${teamId} and ${calls.step} > 0 and ${calls.round} = 1
    and ${calls.createdAt} > now() - make_interval(days => ${days}::int)
    ${before ? sql`and (${calls.createdAt}, ${calls.seq}) < (${before.at}::timestamptz, ${before.seq}::bigint)` : sql``}
    ${server === null ? sql`` : sql`and (${calls.server} = ${server} ${tool === null ? sql`` : sql`and ${calls.tool} = ${tool}`} or ${runs.undoes} is not null)`}`;

/** What came in from outside into the chat trees of a page, by the chat at the head. */
const entered = sql`select h.id as head, i.imported_at as at from heads h join ${chats} i on i.id = h.id where i.imported_at is not null
  union all select h.id, a.entered_at from heads h join ${attachments} a on a.chat_id = h.id join ${uploads} u on u.id = a.upload_id where u.outside
  union all select t.head, c.ended_at from trees t join ${calls} c on c.chat_id = t.chat
    where c.outside and c.dispatched_at is not null and c.status in ('success', 'error', 'unknown')`;

/** One page; fewer rows than requested mean that it is the last. */
export async function listRecord(db: Queryable, page: RecordPage): Promise<RecordRow[]> {
  const rows = await readPage(db, page);
  const runIds = [...new Set(rows.flatMap(({ runId, undoes }) => (undoes === null ? [] : [runId])))];
  const takenBack = runIds.length > 0 ? await listTakenBack(db, runIds) : [];
  const byRun = new Map(takenBack.map(({ runId, tools }) => [runId, tools]));
  return rows.map(({ runId, undoes: _undoes, ...row }) => ({ ...row, takesBack: byRun.get(runId) ?? [] }));
}

/**
 * What the runs take back. A separate query: few runs do, and a statement that may do so for each row takes long to
 * plan.
 */
function listTakenBack(db: Queryable, runIds: string[]) {
  return rowsOf<{ runId: string; tools: RecordRow['takesBack'] }>(
    db,
    sql`select ${runs.id} as "runId", ${takenBackBy(runs.id)} as tools from ${runs}
      where ${runs.id} in (select json_array_elements_text(${JSON.stringify(runIds)}::json))`,
  );
}

type PageRow = Omit<RecordRow, 'takesBack'> & { runId: string; undoes: string | null };

function readPage(db: Queryable, page: RecordPage): Promise<PageRow[]> {
  const input =
    page.inputLength === null ? sql`${calls.input}` : sql`left(${calls.input}, ${page.inputLength}::int)`;
  return rowsOf<PageRow>(
    db,
    sql`with page as materialized (select ${calls.id} as id, ${calls.seq} as seq, ${calls.createdAt} as created_at, ${calls.server} as server,
        ${calls.tool} as tool, ${calls.modelTool} as model_tool, ${calls.metadata} as metadata, ${calls.toolCallId} as tool_call_id, ${calls.trusted} as trusted,
        ${calls.risk} as risk, ${input} as input, ${calls.status} as status, ${calls.grantId} as grant_id, ${calls.rule} as ran_by, ${calls.dispatchedAt} as dispatched_at, ${calls.runId} as run_id,
        ${calls.chatId} as chat_id, ${calls.contentsErasedAt} as contents_erased_at, ${runs.undoes} as undoes from ${calls} join ${runs} on ${runs.id} = ${calls.runId}
        where ${isOfPage(page)} order by ${calls.createdAt} desc, ${calls.seq} desc limit ${page.most}),
      heads as materialized (select distinct coalesce(p.root_id, p.id) as id from page join ${chats} p on p.id = page.chat_id),
      trees as materialized (select id as head, id as chat from heads
        union all select s.root_id, s.id from heads h join ${chats} s on s.root_id = h.id),
      marks as materialized (select e.head, min(e.at) as first, min(e.at) filter (where e.at > h.cleared_at) as since
        from (${entered}) e join ${chats} h on h.id = e.head group by e.head)
    select page.id, page.seq::int as seq, page.created_at::text as at, page.server, page.tool, page.model_tool as "modelTool", page.metadata ->> 'title' as title,
      page.tool_call_id as "toolCallId", page.chat_id as "chatId", page.trusted, page.risk, coalesce((page.metadata ->> 'asksAlways')::boolean, false) as "asksAlways",
      case when p.erased_at is null and h.erased_at is null and page.contents_erased_at is null then page.input else '' end as input, page.status, page.dispatched_at is not null as dispatched, page.grant_id is not null as granted, h.user_id as "userId", w.name as who, m.role,
      page.run_id as "runId", page.undoes, page.ran_by as "ranBy",
      a.rule, a.requirement, a.decided, a.seconds, a.grantable,
      marks.first::text as "outsideAt", marks.since::text as "outsideSinceAt", h.cleared_at::text as "clearedAt"
    from page join ${chats} p on p.id = page.chat_id join ${chats} h on h.id = coalesce(p.root_id, p.id)
      left join ${members} m on m.user_id = h.user_id and m.team_id = ${page.teamId} left join ${users} w on w.id = h.user_id
      left join marks on marks.head = h.id
      left join lateral (select c.rule, c.requirement, case when c.status in ('confirmed', 'cancelled') then c.status else 'other' end as decided,
          extract(epoch from c.decided_at - c.requested_at)::float8 as seconds, c.grantable
        from ${approvals} c where c.run_id = page.run_id and c.tool_call_id = page.tool_call_id and c.kind = 'ask'
        order by c.requested_at desc, c.id desc limit 1) a on true
    order by page.created_at desc, page.seq desc`,
  );
}

/** All rules of a team, including each member's own. */
export function listAllRules(db: Queryable, teamId: string) {
  const { server, tool, userId, effect, locked, critical, openForHours } = policyRules;
  return db
    .select({ server, tool, userId, effect, locked, critical, openForHours })
    .from(policyRules)
    .where(sql`${policyRules.teamId} = ${teamId}`);
}
