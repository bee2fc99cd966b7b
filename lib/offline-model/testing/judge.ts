/** Judges the offline model's answers to requests as people type them, against the right answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowOf } from '../desk';
import type { Called, Conversation, Reply } from './conversation';

interface Asked {
  /** Messages of one chat; the last one is judged. */
  say: string[];
  /** Any of these is right: a call with its arguments (ids as `@name`; null: any), or words without a list. */
  expect: ('asks' | 'cannot' | 'talk' | { tool: string; input: Record<string, unknown> | null })[];
  shows?: string;
  hides?: string;
  role?: 'viewer';
  decide?: 'cancel';
}

/**
 * `answered`: as expected, by a call or in words; `refused`: rightly nothing, where nothing can be done; `declined`:
 * could have been answered and was not, whether or not that is allowed; the others show or do what was not requested.
 */
export type Verdict = 'answered' | 'refused' | 'declined' | 'wrong answer' | 'wrong action';

export interface Judged {
  asked: Asked;
  verdict: Verdict;
  reply: Reply;
}

export function requestsOf(half: 'tuning' | 'set-aside'): Asked[] {
  const file = readFileSync(join(import.meta.dirname, `requests-${half}.jsonl`), 'utf8');
  return file.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Asked]));
}

const HAS_ROWS = /^\|.*---/m;

/** @param names of records by their id */
export async function judge(
  asked: Asked,
  chat: Conversation,
  names: ReadonlyMap<string, string>,
): Promise<Judged> {
  const decision = asked.decide ?? 'stub';
  let reply: Reply = { text: '', calls: [], order: [] };
  for (const message of asked.say) reply = await chat.say(message, decision);
  return { asked, reply, verdict: verdictOf(asked, reply, chat, names) };
}

function verdictOf(
  asked: Asked,
  reply: Reply,
  { turn }: Conversation,
  names: ReadonlyMap<string, string>,
): Verdict {
  const isRead = ({ tool }: Called) =>
    turn.tools.find(({ modelName }) => modelName === tool)?.risk === 'read-only';
  const writes = reply.calls.filter((call) => !isRead(call));
  const isListed = HAS_ROWS.test(reply.text);
  const last = writes.length > 0 ? writes : reply.calls.filter(isRead).slice(-1);
  const shows = new RegExp(asked.shows ?? '');
  const isShown = shows.test(reply.text) && !(asked.hides && new RegExp(asked.hides).test(reply.text));
  const fits = asked.expect.some(
    (one) => typeof one !== 'string' && last.length === 1 && isSame(one, last[0], names),
  );
  if (fits) return isShown || writes.length > 0 ? 'answered' : 'wrong answer';
  if (writes.length > 0) return 'wrong action';
  const isSilent = !isListed && !isDetail(reply.text);
  if (!isSilent) return 'wrong answer';
  if (asked.expect.includes('talk')) return 'answered';
  return asked.expect.every((one) => typeof one === 'string') ? 'refused' : 'declined';
}

const isDetail = (text: string) =>
  /^- .*: /m.test(text) && !/Which one|Did you mean|You can ask me/.test(text);

function isSame(
  one: { tool: string; input: Record<string, unknown> | null },
  call: Called | undefined,
  names: ReadonlyMap<string, string>,
): boolean {
  if (call?.tool !== one.tool) return false;
  if (one.input === null) return true;
  const { limit: _, cursor: __, ...input } = call.input;
  const named = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'string' ? (names.get(value) ?? value) : value,
  );
  const given = plain(rowOf(JSON.parse(named)));
  return plain(one.input) === given;
}

/** An id, a name and a number that mean the same record count as equal. */
function plain(input: Record<string, unknown>): string {
  const entries = Object.entries(input).map(
    ([name, value]) => [name, typeof value === 'string' ? value.replace(/^@/, '') : value] as const,
  );
  const isGet = entries.length === 1 && /^(?:customerId|name|reference)$/.test(entries[0]?.[0] ?? '');
  return isGet
    ? String(entries[0]?.[1]).toLowerCase()
    : JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
