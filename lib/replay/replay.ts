import 'server-only';
/**
 * Tries a rule on the team's record before it is set: page by page, newest first, and no longer than a person waits.
 */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { listAllRules, listRecord, type RecordPage, type RecordRow } from '@/lib/store/conversation/record';
import { findRole } from '@/lib/store/people';
import { maskedValue } from '@/lib/transport/masked-value';
import { type Played, play } from './play';
import { recordedCall } from './record';
import {
  type Counted,
  type ListedCall,
  MOST_LISTED,
  REPLAY_DAYS,
  type Replayed,
  type TriedRule,
} from './replay-view';

const PAGE = 1_000;
/** Characters of a call's arguments that are listed. */
const LONGEST_INPUT = 300;
const LONGEST_MS = 20_000;
/** Cached outcomes: most calls are like many others. */
const MOST_KEPT = 20_000;

export interface ReplayOptions {
  days?: number;
  signal?: AbortSignal;
  /** After this long, in milliseconds, no further page is read. */
  withinMs?: number;
  /** The rule's previous state, if it is set already; otherwise today's counts. */
  before?: Pick<TriedRule, 'effect' | 'locked' | 'critical'>;
}

/** Teams whose record this process is reading. */
const busy = new Set<string>();

/**
 * Replays the team's record under its rules with this one in place.
 * @throws AppError forbidden (by the database, for anybody but admins), too_many_requests (one at a time per team)
 */
export async function replay(
  db: Queryable,
  caller: Caller,
  rule: TriedRule,
  options: ReplayOptions = {},
): Promise<Replayed> {
  return alone(db, caller, async () => {
    const { before, ...reading } = options;
    const rules = await rulesByPerson(db, caller.teamId, rule, before && { ...rule, ...before });
    const counted = new Count(rule);
    const page = { server: rule.server, tool: rule.tool, inputLength: 20_000 };
    const read = await readRecord(db, caller.teamId, { ...reading, ...page }, (row) =>
      counted.add(row, rules.played(row)),
    );
    return { ...counted.result(), ...read };
  });
}

/** Reads the record for an admin, one reader per team at a time. */
export async function alone<Result>(
  db: Queryable,
  caller: Caller,
  read: () => Promise<Result>,
): Promise<Result> {
  // By the session first, so that nobody else can keep an admin waiting.
  if (caller.role !== 'admin') throw forbidden();
  if (busy.has(caller.teamId))
    throw new AppError('too_many_requests', 'The record is being read for another rule. Try again soon.');
  busy.add(caller.teamId);
  try {
    if ((await findRole(db, caller)) !== 'admin') throw forbidden();
    return await read();
  } finally {
    busy.delete(caller.teamId);
  }
}

const forbidden = () => new AppError('forbidden', 'Only admins try rules on the record of the team.');

/** Passes on each call of the last days, newest first. */
export async function readRecord(
  db: Queryable,
  teamId: string,
  {
    days = REPLAY_DAYS,
    signal,
    withinMs = LONGEST_MS,
    ...of
  }: ReplayOptions & Pick<RecordPage, 'server' | 'tool' | 'inputLength'>,
  take: (row: RecordRow) => void,
): Promise<Pick<Replayed, 'since' | 'isCut'>> {
  const begun = Date.now();
  let before: RecordPage['before'] = null;
  for (;;) {
    signal?.throwIfAborted();
    const rows: RecordRow[] = await listRecord(db, { ...of, teamId, days, before, most: PAGE });
    for (const row of rows) take(row);
    const last = rows.at(-1);
    if (last) before = { at: last.at, seq: last.seq };
    const isOver = rows.length < PAGE;
    if (isOver || Date.now() - begun > withinMs) {
      const since = isOver ? begun - days * 86_400_000 : Date.parse(before?.at ?? '');
      return { since: new Date(since).toISOString(), isCut: !isOver };
    }
  }
}

/**
 * Today's rules and those being tried, as they apply to each person; outcomes are cached for calls that do not differ.
 * @param before the previous state, if it is not today's
 */
export async function rulesByPerson(db: Queryable, teamId: string, tried: TriedRule, before?: TriedRule) {
  const rows = await listAllRules(db, teamId);
  const today = rows.flatMap(({ userId, ...rule }) => (userId === null ? [{ ...rule, own: false }] : []));
  const isTried = ({ server, tool }: PolicyRule) => server === tried.server && tool === tried.tool;
  const others = today.filter((rule) => !isTried(rule));
  const team: PolicyRule[] = before ? [...others, { ...before, own: false }] : today;
  const after: PolicyRule[] = [...others, { ...tried, own: false }];
  const own = new Map<string, PolicyRule[]>();
  for (const { userId, ...rule } of rows)
    if (userId !== null) own.set(userId, [...(own.get(userId) ?? []), { ...rule, own: true }]);
  const kept = new Map<string, Played>();
  return {
    played(row: RecordRow): Played {
      const call = recordedCall(row);
      const ofPerson = own.get(row.userId) ?? [];
      const key = JSON.stringify([call, ofPerson.length > 0 ? row.userId : '']);
      const known = kept.get(key);
      if (known) return known;
      const played = play(call, [...team, ...ofPerson], [...after, ...ofPerson]);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, played);
      return played;
    },
  };
}

class Count {
  constructor(private readonly of: Pick<TriedRule, 'server' | 'tool'>) {}

  private calls = 0;
  private takeBacks = 0;
  private unjudged = 0;
  private readonly changes = { same: 0, more: 0, less: 0, stricter: 0, softer: 0, refused: 0, freed: 0 };
  private readonly cancelledButRun = emptyCount();
  private readonly confirmedButRefused = emptyCount();

  add(row: RecordRow, { change, effect }: Played): void {
    if (this.isOf(row)) {
      this.calls += 1;
      if (change === null) this.unjudged += 1;
      else this.changes[change] += 1;
    } else if (row.takesBack.some((one) => this.isOf(one))) this.takeBacks += 1;
    else return;
    if (row.decided === 'cancelled' && effect === 'allow') list(this.cancelledButRun, row);
    if (row.decided === 'confirmed' && effect === 'deny') list(this.confirmedButRefused, row);
  }

  private isOf({ server, tool }: { server: string; tool: string }): boolean {
    return server === this.of.server && (this.of.tool === null || tool === this.of.tool);
  }

  result(): Omit<Replayed, 'since' | 'isCut'> {
    const { calls, takeBacks, unjudged, cancelledButRun, confirmedButRefused } = this;
    const { same: _same, ...changes } = this.changes;
    return { calls, takeBacks, ...changes, unjudged, cancelledButRun, confirmedButRefused };
  }
}

export const emptyCount = (): Counted => ({ count: 0, listed: [] });

/** Counts it, and lists it while there is room. */
export function list(counted: Counted, row: RecordRow): void {
  counted.count += 1;
  if (counted.listed.length < MOST_LISTED) counted.listed.push(listedCall(row));
}

function listedCall({ id, at, server, tool, title, who, input }: RecordRow): ListedCall {
  return {
    id,
    at: new Date(at).toISOString(),
    server,
    tool,
    title: title ?? tool,
    who,
    input: shownInput(input),
  };
}

/** Cut JSON cannot be parsed, so its secrets could not be recognised. */
function shownInput(input: string): string {
  try {
    const text = JSON.stringify(maskedValue(JSON.parse(input)));
    return text.length > LONGEST_INPUT ? `${text.slice(0, LONGEST_INPUT).toWellFormed()}…` : text;
  } catch {
    return '…';
  }
}
