/**
 * Groups chats under the words that people use for days: Today, Yesterday, the weekday within this week, Last week,
 * then months. Weeks begin on Monday.
 */

import { currentIntl, say } from '@/components/words/say';
import type { ChatSummary } from '@/lib/runs/chat-view';

export interface DayGroup {
  /** The heading; unique among the groups. */
  day: string;
  chats: ChatSummary[];
}

const DAY_MS = 86_400_000;

/** Newest first. `timeZone` is an IANA name; without it, the browser's own. */
export function groupByDay(chats: readonly ChatSummary[], now: Date, timeZone?: string): DayGroup[] {
  const groups = new Map<string, ChatSummary[]>();
  const newestFirst = chats.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  for (const chat of newestFirst) {
    const day = dayWord(new Date(chat.updatedAt), now, timeZone);
    groups.set(day, [...(groups.get(day) ?? []), chat]);
  }
  return [...groups].map(([day, members]) => ({ day, chats: members }));
}

function dayWord(then: Date, now: Date, timeZone?: string): string {
  const today = dayNumber(now, timeZone);
  const day = dayNumber(then, timeZone);
  const weeksAgo = weekNumber(today) - weekNumber(day);
  if (day >= today) return say('day.today');
  if (day === today - 1) return say('day.yesterday');
  if (weeksAgo === 0) return format(then, { weekday: 'long' }, timeZone);
  if (weeksAgo === 1) return say('day.last-week');
  const isThisYear =
    format(then, { year: 'numeric' }, timeZone) === format(now, { year: 'numeric' }, timeZone);
  return format(then, isThisYear ? { month: 'long' } : { month: 'long', year: 'numeric' }, timeZone);
}

/** Days since 1970-01-01 in the calendar of the time zone. */
function dayNumber(date: Date, timeZone?: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return Date.parse(`${parts.format(date)}T00:00:00Z`) / DAY_MS;
}

/** 1970-01-01 was a Thursday: three days later, a week begins on Monday. */
function weekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}

function format(date: Date, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  return new Intl.DateTimeFormat(currentIntl(), { ...options, timeZone }).format(date);
}
