/** Times and durations as people say them, in the reader's zone; the exact time is shown on hover. */

import { calendarDate } from '@/components/words/calendar-date';
import { chosenZone, currentIntl, say } from '@/components/words/say';

const DAY = 86_400_000;

/** Undefined: the zone that the person has chosen, or else the browser's. UTC until hydration. */
export type Zone = string | undefined;

function format(date: Date, zone: Zone, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentIntl(), { timeZone: zone ?? chosenZone(), ...options }).format(date);
}

/** `14:02`. */
export function clockTime(iso: string, zone?: Zone): string {
  return format(new Date(iso), zone, { hour: '2-digit', minute: '2-digit' });
}

/** `today`, `tomorrow`, `14 September`, `14 September 2025`. */
export function dayWords(iso: string, now: Date, zone?: Zone): string {
  const date = new Date(iso);
  const key = (of: Date) => format(of, zone, { year: 'numeric', month: '2-digit', day: '2-digit' });
  const near = NEAR.find(({ days }) => key(date) === key(new Date(now.getTime() + days * DAY)));
  return near ? say(`time.${near.word}`) : dateWords(iso, now, zone);
}

const NEAR = [
  { days: 0, word: 'today' },
  { days: 1, word: 'tomorrow' },
  { days: -1, word: 'yesterday' },
] as const;

/** `14 September`, with the year if it is not this one. */
export function dateWords(iso: string, now: Date, zone?: Zone): string {
  const date = new Date(iso);
  const year = (of: Date) => format(of, zone, { year: 'numeric' });
  const sameYear = year(date) === year(now);
  return format(date, zone, { day: 'numeric', month: 'long', year: sameYear ? undefined : 'numeric' });
}

/** `14 Sept 2025` for `2025-09-14`; null if it is not a valid date. */
export function calendarDay(day: string): string | null {
  const date = calendarDate(day);
  return date ? format(date, 'UTC', { day: 'numeric', month: 'short', year: 'numeric' }) : null;
}

/** `14:02` today, otherwise `tomorrow, 14:02` or `14 September, 14:02`. */
export function momentWords(iso: string, now: Date, zone?: Zone): string {
  const day = dayWords(iso, now, zone);
  const clock = clockTime(iso, zone);
  return day === say('time.today') ? clock : say('time.day-and-clock', { day, clock });
}

/** The same inside a sentence: `at 14:02`, `yesterday, 14:02`, `on 14 September, 14:02`. */
export function momentInSentence(iso: string, now: Date, zone?: Zone): string {
  const words = momentWords(iso, now, zone);
  if (dayWords(iso, now, zone) === say('time.today')) return say('time.at-clock', { clock: words });
  return /^\d/.test(words) ? say('time.on-day', { words }) : words;
}

/** `20 November 2026 at 14:02:07 GMT+1`, for those who need it. */
export function exactWords(iso: string, zone?: Zone): string {
  return format(new Date(iso), zone, { dateStyle: 'long', timeStyle: 'long' });
}

/** `20 Nov 2026, 14:02`: date and time, short enough to stand among other words. */
export function exactMinute(iso: string, zone?: Zone): string {
  return format(new Date(iso), zone, { dateStyle: 'medium', timeStyle: 'short' });
}

/** `0.09 s`, `12.4 s`, `1 min 5 s`. */
export function durationWords(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (milliseconds < 10) return `< ${secondsWith(0.01, 2)}`;
  if (seconds < 10) return secondsWith(seconds, 2);
  if (seconds < 60) return secondsWith(seconds, 1);
  return minutesWords(seconds);
}

/** The same in whole seconds: `12 s`, `1 min 5 s`, `2 min`. */
export function secondsWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return say('time.seconds', { seconds });
  return seconds % 60 === 0 ? say('time.minutes', { minutes: seconds / 60 }) : minutesWords(seconds);
}

function minutesWords(seconds: number): string {
  const whole = Math.floor(seconds);
  return say('time.minutes-and-seconds', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}

function secondsWith(seconds: number, digits: number): string {
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return say('time.seconds', { seconds: seconds.toLocaleString(currentIntl(), places) });
}
