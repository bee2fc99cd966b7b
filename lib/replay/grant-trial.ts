import 'server-only';
import type { Queryable } from '@/db/client';
/**
 * A grant about to be given on a card is tried on the record first: which calls like it would have run without asking.
 */
import { viewOf } from '@/lib/approvals/approval-rows';
import { AppError } from '@/lib/errors';
import { fits, keptBounds } from '@/lib/grants/grant-bounds';
import type { GrantWish } from '@/lib/grants/grant-view';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { type FoundCard, findApproval } from '@/lib/store/approval-cards';
import { listAllRules, type RecordRow } from '@/lib/store/conversation/record';
import { playGranted } from './play';
import { recordedCall } from './record';
import { emptyCount, list, type ReplayOptions, readRecord } from './replay';
import type { GrantTried } from './replay-view';

type Wish = Pick<GrantWish, 'thisChat' | 'bounds'>;

/** Somebody is looking at the card. */
const LONGEST_MS = 5_000;
/** Characters of a call's arguments; longer ones keep no bounds. */
const LONGEST_INPUT = 20_000;

/** People for whom this process is reading a record. */
const busy = new Set<string>();

/**
 * @param wish of the grant; the number of uses and the expiry are ignored, as the record is older than the grant
 * @throws AppError not_found, forbidden: this card gives no grant to this person; too_many_requests: one at a time
 */
export async function tryGrant(
  db: Queryable,
  caller: Caller,
  approvalId: string,
  wish: Wish,
  options: ReplayOptions = {},
): Promise<GrantTried> {
  if (busy.has(caller.userId))
    throw new AppError('too_many_requests', 'The record is being read for another rule. Try again soon.');
  busy.add(caller.userId);
  try {
    const { row: card } = await grantable(db, caller, approvalId);
    const rules = await rulesOf(db, card.teamId, card.requestedBy);
    const found: Omit<GrantTried, 'since' | 'isCut'> = {
      calls: 0,
      less: 0,
      unjudged: 0,
      cancelledButRun: emptyCount(),
    };
    const of = { server: card.server, tool: card.tool, inputLength: LONGEST_INPUT };
    const isReached = reachOf(card, wish);
    const limits = { withinMs: LONGEST_MS, ...options };
    const read = await readRecord(db, card.teamId, { ...limits, ...of }, (row) => {
      if (isReached(row)) add(found, row, rules);
    });
    return { ...found, ...read };
  } finally {
    busy.delete(caller.userId);
  }
}

async function grantable(db: Queryable, caller: Caller, approvalId: string): Promise<FoundCard> {
  const found = await findApproval(db, caller, approvalId);
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  const { mayDecide, grantable, status } = viewOf(found, caller);
  if (!mayDecide || !grantable || status !== 'pending')
    throw new AppError('forbidden', 'Nothing can be allowed ahead on this card.');
  return found;
}

/** As they apply to the person whose calls these are. */
async function rulesOf(db: Queryable, teamId: string, userId: string): Promise<PolicyRule[]> {
  const rows = await listAllRules(db, teamId);
  return rows.flatMap(({ userId: whose, ...rule }) =>
    whose === null || whose === userId ? [{ ...rule, own: whose !== null }] : [],
  );
}

const RISKS: readonly RecordRow['risk'][] = ['read-only', 'write', 'destructive'];

/**
 * What the grant would cover: that person's calls of this tool, within its stored bounds, with no higher risk than the
 * card's.
 */
function reachOf(card: FoundCard['row'], { thisChat, bounds }: Wish): (row: RecordRow) => boolean {
  const kept = keptBounds(bounds, JSON.parse(card.input));
  return (row) => {
    const isTool = row.server === card.server && row.tool === card.tool;
    const isTheirs = row.userId === card.requestedBy && (!thisChat || row.chatId === card.chatId);
    // The card itself waits for this very decision.
    const isOther = row.chatId !== card.chatId || row.toolCallId !== card.toolCallId;
    if (!isTool || !isTheirs || !isOther || RISKS.indexOf(row.risk) > RISKS.indexOf(card.risk)) return false;
    const input = inputOf(row.input);
    return input !== undefined && fits(kept, input);
  };
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function add(found: Omit<GrantTried, 'since' | 'isCut'>, row: RecordRow, rules: readonly PolicyRule[]): void {
  const { change, effect } = playGranted(recordedCall(row), rules);
  found.calls += 1;
  if (change === null) found.unjudged += 1;
  if (change === 'less') found.less += 1;
  if (row.decided === 'cancelled' && effect === 'allow') list(found.cancelledButRun, row);
}
