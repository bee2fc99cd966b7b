import 'server-only';
/** A run as it is seen: one turn is one trace, whichever processes drive it, and every line of the log names it. */
import { withIds } from '@/lib/seeing/ids';
import { counted, timed } from '@/lib/seeing/meters';
import { span } from '@/lib/seeing/spans';
import { tallying } from '@/lib/seeing/tally';
import type { RunRow } from '@/lib/store/runs';
import type { Finished } from './finish';

/** Whatever the work does is of this run. */
export function inRun<Result>(run: Pick<RunRow, 'id'>, work: () => Result): Result {
  return withIds({ run: run.id }, work);
}

export async function seenSegment(
  run: Pick<RunRow, 'id' | 'depth'>,
  drive: () => Promise<Finished>,
): Promise<Finished> {
  const startedAt = performance.now();
  const attributes = { 'amber.run.id': run.id, 'amber.depth': run.depth };
  const finished = await tallying(() =>
    span('segment', { attributes }, async ({ note }) => {
      const ended = await drive();
      note({ 'amber.outcome': ended.state });
      return ended;
    }),
  );
  counted('amber_segments_total', { outcome: finished.state });
  timed('amber_segment_seconds', {}, performance.now() - startedAt);
  const isOver = finished.state !== 'running' && finished.state !== 'waiting';
  if (isOver) counted('amber_turns_total', { outcome: finished.state });
  return finished;
}
