import 'server-only';
/**
 * Tracing of runs: one turn is one trace, whichever processes drive it and however long it waits for a person in
 * between. The span of the turn is reported at its end, by whoever ends it; its id is in the run's row from the
 * beginning, so that everything else can be reported as a child of it.
 */
import { createHash } from 'node:crypto';
import { idsNow, withIds } from '@/lib/seeing/ids';
import { counted, timed } from '@/lib/seeing/meters';
import { pastSpan, span, traceNow, tracingNow, within } from '@/lib/seeing/spans';
import { tallying } from '@/lib/seeing/tally';
import {
  newSpanId,
  newTraceId,
  readTraceparent,
  type TraceContext,
  traceparentOf,
} from '@/lib/seeing/trace-context';
import type { ApprovalRow } from '@/lib/store/approvals';
import type { RunRow } from '@/lib/store/runs';
import type { Finished } from './finish';

type Traced = Pick<RunRow, 'id' | 'trace'>;

/**
 * For the row of a new run: the turn as a traceparent header, followed by a space and the id of its parent, if any.
 * Nothing while tracing is off.
 * @param isBelow a sub-agent's: a child of the call that began it. Otherwise a run that begins during another, as a
 * queued message's does, is unrelated to it
 */
export function newTrace(isBelow = false): string | null {
  if (!tracingNow()) return null;
  const above = idsNow().run === undefined || isBelow ? traceNow() : undefined;
  const turn = traceparentOf({
    traceId: above?.traceId ?? newTraceId(),
    spanId: newSpanId(),
    sampled: above?.sampled ?? true,
  });
  return above ? `${turn} ${above.spanId}` : turn;
}

function turnOf({
  trace,
}: Pick<RunRow, 'trace'>): { turn: TraceContext; above: TraceContext | null } | undefined {
  const [header, spanId] = trace?.split(' ') ?? [];
  const turn = readTraceparent(header);
  return turn && { turn, above: spanId === undefined ? null : { ...turn, spanId } };
}

/** Whatever the work does belongs to this run. */
export function inRun<Result>(run: Traced, work: () => Result): Result {
  return withIds({ run: run.id }, () => within(turnOf(run)?.turn, work));
}

export async function seenSegment(run: RunRow, drive: () => Promise<Finished>): Promise<Finished> {
  const startedAt = performance.now();
  const attributes = { 'amber.run.id': run.id, 'amber.depth': run.depth };
  const finished = await tallying(() =>
    span('segment', { attributes }, async ({ note }) => {
      const ended = await drive();
      note({ 'amber.outcome': ended.state });
      return ended;
    }),
  );
  const { state } = finished;
  counted('amber_segments_total', { outcome: state });
  timed('amber_segment_seconds', {}, performance.now() - startedAt);
  if (state !== 'running' && state !== 'waiting' && state !== 'gone') seenEnd(run, state);
  return finished;
}

/** A turn is over. If another process has ended it meanwhile, that one has reported it. */
export function seenEnd(run: RunRow, outcome: 'done' | 'stopped' | 'failed' | 'superseded'): void {
  counted('amber_turns_total', { outcome });
  const found = turnOf(run);
  if (!found) return;
  const { turn, above } = found;
  pastSpan('turn', {
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'amber',
      'amber.run.id': run.id,
      'amber.depth': run.depth,
      'amber.outcome': outcome,
    },
    under: above,
    ids: turn,
    from: run.createdAt.getTime(),
    to: Date.now(),
  });
}

/**
 * How long people took to decide, reported when the run continues: for the cards asked last, wherever they were
 * decided.
 * @param cards of the run, all of them
 */
export function seenWaits(run: Traced, cards: readonly ApprovalRow[]): void {
  const found = tracingNow() && turnOf(run);
  if (!found) return;
  const asked = cards.filter(({ kind }) => kind === 'ask');
  const last = Math.max(...asked.map(({ requestedAt }) => requestedAt.getTime()));
  for (const { id, decidedAt, requestedAt, status, claimedAt } of asked) {
    const isOfNow = decidedAt && (decidedAt.getTime() >= last || (status === 'confirmed' && !claimedAt));
    if (!isOfNow) continue;
    pastSpan('wait for person', {
      attributes: { 'amber.card.id': id, 'amber.decision': status, 'amber.run.id': run.id },
      under: found.turn,
      ids: { traceId: found.turn.traceId, spanId: spanIdOf(id) },
      from: requestedAt.getTime(),
      to: decidedAt.getTime(),
    });
  }
}

/** The same in every process, so that reporting it twice makes one span. */
const spanIdOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 16);
