/** What happens in a history, as its rows show. */
import type { PGlite } from '@electric-sql/pglite';

const OF_CHATS: Record<string, string> = {
  'a card confirmed': `select chat_id from approvals where kind = 'ask' and status = 'confirmed'`,
  'a card cancelled': `select chat_id from approvals where kind = 'ask' and status = 'cancelled'`,
  'a card cancelled with a reason': `select chat_id from approvals where status = 'cancelled' and decision_reason is not null`,
  'a card expired': `select chat_id from approvals where status = 'expired'`,
  'a card superseded': `select chat_id from approvals where kind = 'ask' and status = 'superseded'`,
  'a card that waits': `select chat_id from approvals where kind = 'ask' and status = 'pending'`,
  'a call held behind a card': `select chat_id from approvals where kind = 'held'`,
  'a card with a preview': 'select chat_id from approvals where preview is not null',
  'arguments edited': 'select chat_id from approvals where edited is not null',
  'allowed ahead': 'select chat_id from calls where grant_id is not null',
  'asks an admin or two': `select chat_id from approvals where requirement <> 'ask'`,
  'confirmed by two': `select chat_id from approvals join confirmations on approval_id = approvals.id group by 1, approvals.id having count(*) > 1`,
  'decided by another person': `select chat_id from approvals where decided_by <> requested_by`,
  'an unclear call that waits': `select chat_id from calls where status = 'unknown' and resolution is null`,
  'unclear: it happened': `select chat_id from calls where resolution = 'happened'`,
  'unclear: run again': `select chat_id from calls where resolution = 'rerun'`,
  'unclear: left': `select chat_id from calls where resolution = 'left'`,
  'a call that succeeded': `select chat_id from calls where status = 'success'`,
  'a call that failed': `select chat_id from calls where status = 'error'`,
  'a call given up': `select chat_id from calls where status = 'abort'`,
  'a call denied': `select chat_id from calls where status = 'denied'`,
  'a tool of ours': `select chat_id from calls where server = 'amber'`,
  'a server nobody vouches for': 'select chat_id from calls where not trusted',
  'words from outside': `select chat_id from calls where outside and status = 'success'`,
  'media in a result': 'select chat_id from calls join call_media on call_id = id',
  'a form answered': `select chat_id from elicitations where status = 'accepted'`,
  'a form declined': `select chat_id from elicitations where status = 'declined' and refusal is null`,
  'a form closed or past its time': `select chat_id from elicitations where status in ('cancelled', 'expired')`,
  'a form refused by the app': 'select chat_id from elicitations where refusal is not null',
  'an answer stopped': `select chat_id from runs where status = 'stopped'`,
  'an answer that failed': `select chat_id from runs where status = 'failed'`,
  'a process that died': 'select chat_id from runs where recoveries > 0',
  'a run that nobody has taken over yet': `select chat_id from runs where status = 'running'`,
  'messages that wait': 'select chat_id from queued_messages',
  'in plan mode': `select id from chats where mode = 'plan'`,
  'in yolo mode': `select id from chats where mode = 'yolo'`,
  'called by another client': 'select id from chats where token_id is not null',
  'two turns and more': 'select chat_id from runs group by 1 having count(*) > 1',
};

/** By chat. */
export async function kindsOf(engine: PGlite): Promise<Map<string, Set<string>>> {
  const kinds = new Map<string, Set<string>>();
  for (const [kind, query] of Object.entries(OF_CHATS)) {
    const { rows } = await engine.query<[string]>(query, [], { rowMode: 'array' });
    for (const [chatId] of rows) kinds.set(chatId, (kinds.get(chatId) ?? new Set()).add(kind));
  }
  return kinds;
}
