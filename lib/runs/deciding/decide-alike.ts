import 'server-only';
/**
 * Several cards of one tool, confirmed or cancelled with one click: each is a decision of its own, made one after the
 * other, as if its own card had been clicked. If something has changed since it was shown, only that call is refused.
 */
import { type AlikeOutcome, mayBeListed, type ShownCall } from '@/lib/approvals/alike';
import { viewOf } from '@/lib/approvals/approval-rows';
import { asAppError } from '@/lib/as-app-error';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { type FoundCard, findApproval } from '@/lib/store/approval-cards';
import { type Deciding, decideAndGo } from '../decide-and-go';
import type { RunDependencies } from '../dependencies';
import type { Live } from '../follow/live';

interface AlikeDecision {
  decision: 'confirm' | 'cancel';
  /** Each once. */
  calls: readonly ShownCall[];
}

/** The outcome for each, in the order given, and the runs that continue in this process. */
export interface AlikeWent {
  outcomes: AlikeOutcome[];
  live: Live[];
}

/** After this time, a request begins no further call. */
const LONGEST_MS = 60_000;

/**
 * @param mayGoOn asked before each call
 * @throws AppError bad_request: they are not calls of one tool. Nothing was decided
 */
export async function decideAlike(
  deps: RunDependencies,
  deciding: Deciding,
  { decision, calls }: AlikeDecision,
  mayGoOn = within(LONGEST_MS),
): Promise<AlikeWent> {
  const found = await Promise.all(calls.map(({ id }) => findApproval(deps.db, deciding.caller, id)));
  assertAlike(found);
  const went: AlikeWent = { outcomes: [], live: [] };
  for (const [place, { id, shown }] of calls.entries()) {
    try {
      assertTime(mayGoOn);
      if (decision === 'confirm') assertShown(deciding.caller, found[place], shown);
      const { decided, live } = await decideAndGo(deps, deciding, { approvalId: id, decision });
      went.outcomes.push({ id, status: decided.status });
      if (live) went.live.push(live);
    } catch (error) {
      went.outcomes.push(refused(id, error));
    }
  }
  return went;
}

/** A card that the person cannot see does not reveal its tool: it is refused on its own. */
function assertAlike(found: readonly (FoundCard | undefined)[]): void {
  const tools = new Set(
    found.flatMap((card) => (card ? [JSON.stringify([card.row.server, card.row.tool])] : [])),
  );
  if (tools.size <= 1) return;
  throw new AppError(
    'bad_request',
    'These are calls of different tools. Nothing was decided; confirm each on its own card.',
  );
}

/** @throws AppError for what must be reviewed on its own card, or differs from what the list showed */
function assertShown(reader: Caller, found: FoundCard | undefined, shown: string): void {
  if (!found) throw new AppError('not_found', 'There is no such approval.');
  const card = viewOf(found, reader);
  // What the policy does not let anybody run is refused like on its own card.
  if (!mayBeListed({ ...card, denied: false })) {
    throw new AppError('forbidden', 'This is not confirmed together with others. Look at its own card.');
  }
  if (card.shown !== shown) {
    throw new AppError('conflict', 'This is not what the list showed. Nothing ran; look at its own card.');
  }
}

/** A slow companion is slow for each call: calls not begun in time are reported as such, and can be clicked again. */
function assertTime(mayGoOn: () => boolean): void {
  if (mayGoOn()) return;
  throw new AppError('unavailable', 'Those before it took too long. Nothing was decided of it; press again.');
}

function within(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
}

/** Never rethrown, since those before it are decided. */
function refused(id: string, thrown: unknown): AlikeOutcome {
  const { code, message, details } = asAppError(thrown);
  const { approvalId } = details;
  return { id, error: { code, message }, ...(typeof approvalId === 'string' && { approvalId }) };
}
