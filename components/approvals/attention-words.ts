/** The words for how often people are asked. Pure. */

import { secondsWords } from '@/components/shown/say-time';
import { currentIntl, say } from '@/components/words/say';
import type { ToolAttention } from '@/lib/rules/attention-view';

const HOUR_S = 3600;
const DAY_S = 86_400;

/** `12 s`, `1 min 5 s`, `3 h 20 min`, `2 d 4 h`; a dash if nothing was decided. */
export function takenWords(seconds: number | null): string {
  if (seconds === null) return '–';
  const whole = Math.round(seconds);
  if (whole < HOUR_S) return secondsWords(whole * 1000);
  if (whole < DAY_S) return hoursWords(Math.floor(whole / HOUR_S), Math.floor((whole % HOUR_S) / 60));
  return daysWords(Math.floor(whole / DAY_S), Math.floor((whole % DAY_S) / HOUR_S));
}

function hoursWords(hours: number, minutes: number): string {
  return minutes === 0 ? say('time.hours', { hours }) : say('time.hours-and-minutes', { hours, minutes });
}

function daysWords(days: number, hours: number): string {
  return hours === 0 ? say('time.days', { days }) : say('time.days-and-hours', { days, hours });
}

/** `12.5`, `75`; a dash if there is nothing to count. */
export function rateWords(rate: number | null): string {
  return rate === null ? '–' : rate.toLocaleString(currentIntl(), { maximumFractionDigits: 1 });
}

/** `96%`. Rounding never turns a part into all, nor something into nothing. */
export function shareWords(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = Math.round((100 * part) / whole);
  const honest = part < whole ? Math.min(percent, 99) : percent;
  const told = part > 0 ? Math.max(honest, 1) : honest;
  return (told / 100).toLocaleString(currentIntl(), { style: 'percent' });
}

export const countWords = (count: number) => count.toLocaleString(currentIntl());

/** `24 of 25 confirmed, the others cancelled`. */
export function decidedWords({ confirmed, cancelled }: ToolAttention): string {
  const all = confirmed + cancelled;
  return cancelled === 0
    ? say('attention.all-confirmed', { all })
    : say('attention.some-confirmed', { confirmed, all });
}
