import 'server-only';
/** Tells the meter of an answer what a segment begins with, and whom it tells of soft limits. */
import { meterNow } from '@/lib/limits/meter';
import type { Live } from '../follow/live';

/** Each segment looks once whether anything is limited; between two of them that may change. @param made calls so far */
export function meterTurn(live: Live, made: number, isLimited: boolean): void {
  const meter = meterNow();
  if (!meter) return;
  meter.isLimited = isLimited;
  meter.tell = (text) => live.publish({ type: 'data-notice', id: 'limit', data: { text } });
  meter.callsBefore(made);
}
