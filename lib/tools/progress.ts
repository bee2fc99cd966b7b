/** What a server tells of a call on its way: numbers, and words that are its own. */

import { isRecord } from '@/lib/values/records';
import { storable, visible } from '@/lib/values/text';
import type { Progress } from './types';

const MAX_WORDS = 200;
/** How often it is told at most, in milliseconds; if more comes, only the newest. */
const PACE_MS = 500;
/** The longer a call has run the less often: this many times between its start and twice that time, and so on. */
const A_DOUBLING = 40;
/** Of one call, in all. */
const MOST_TOLD = 400;

/** The progress that a notification tells, with the token of its call: `told` is left out when it makes no sense. */
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
 * Passes on what changes no faster than a row needs it: the first at once, then the newest of each pace.
 * @returns where it goes, and how to end it: nothing is told after that
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
