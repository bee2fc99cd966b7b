import 'server-only';
/** Tells an answer's meter what a segment begins with, and where to send messages about soft limits. */
import { Meter, metering, meterNow } from '@/lib/limits/meter';
import type { Caller } from '@/lib/people/caller';
import type { RunDependencies } from '../dependencies';
import type { Live } from '../follow/live';

/**
 * Each segment checks once whether the team has limits; this may change between segments.
 * @param made calls so far
 */
export function meterTurn(live: Live, made: number, isLimited: boolean): void {
  const meter = meterNow();
  if (!meter) return;
  meter.isLimited = isLimited;
  meter.tell = (text) => live.publish({ type: 'data-notice', id: 'limit', data: { text } });
  meter.callsBefore(made);
}

const NO_END = Number.POSITIVE_INFINITY;

/** Meters a model request that a person makes outside any answer. */
export async function meteredAside<Result>(
  { db, priceOf }: Pick<RunDependencies, 'db' | 'priceOf'>,
  { caller, chatId, isLimited }: { caller: Caller; chatId: string; isLimited: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  const budget = { tokens: NO_END, calls: NO_END };
  const run = { head: chatId, depth: 0 };
  const meter = new Meter({ db, who: caller, tokens: 0, budget, run, ...(priceOf && { priceOf }) });
  meter.isLimited = isLimited;
  try {
    return await metering(meter, work);
  } finally {
    await meter.flush();
  }
}
