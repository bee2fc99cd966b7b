/** Progress that a server reports for a call: numbers, and words of its own. */

import { isRecord } from '@/lib/values/records';
import { storable, visible } from '@/lib/values/text';
import type { Progress } from './types';

const MAX_WORDS = 200;
/** The shortest time between two reports passed on, in milliseconds; of those in between only the newest is kept. */
const PACE_MS = 500;
/** Reports get rarer the longer a call has run: at most this many between any time and twice that time. */
const A_DOUBLING = 40;
/** The most reports for one call. */
const MOST_TOLD = 400;

/** The progress in a notification, with the token of its call; `told` is left out if the numbers make no sense. */
export function progressFrom(params: unknown): { token: string; told?: Progress } | undefined {
  if (!isRecord(params)) return undefined;
  const { progressToken, progress, total, message } = params;
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  if (!isAmount(progress)) return { token: String(progressToken) };
  const told = {
    progress,
    ...(isAmount(total) && total > 0 && { total }),
    ...(typeof message === 'string' && message !== '' && { message: words(message) }),
  };
  return { token: String(progressToken), told };
}

/**
 * Throttles a stream of updates: the first is passed on at once, then the newest at each interval.
 * @returns `soon` takes an update; after `end` nothing more is passed on
 */
export function paced<Told extends object>(tell: (told: Told) => void, paceMs = PACE_MS) {
  let newest: Told | undefined;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  const began = Date.now();
  const now = () => {
    timer = undefined;
    if (!newest || count >= MOST_TOLD) return;
    const next = newest;
    newest = undefined;
    count += 1;
    timer = setTimeout(now, Math.max(paceMs, (Date.now() - began) / A_DOUBLING));
    timer.unref();
    tell(next);
  };
  return {
    soon: (told: Told) => {
      newest = told;
      if (!timer) now();
    },
    end: () => {
      clearTimeout(timer);
      newest = undefined;
      count = MOST_TOLD;
    },
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function words(text: string): string {
  const line = visible(storable(text.slice(0, MAX_WORDS * 2)).replaceAll('\n', ' '));
  return line.length > MAX_WORDS ? `${storable(line.slice(0, MAX_WORDS - 1))}…` : line;
}
