/**
 * Days and periods in a text, relative to today: "2026-11-30", "15 December", "next Friday", "in 14 days",
 * "last month", "October", "Q3 2025", "the last 30 days". All in UTC. Days are `YYYY-MM-DD`.
 */

import {
  calendarPeriod,
  type Days,
  dayOfMonth,
  type Lean,
  monthPeriod,
  plusDays,
  plusUnits,
  realDay,
  utc,
} from './calendar';
import { CrossedOut } from './tokens';

export interface FoundDate {
  start: number;
  end: number;
  /** First and last day; the same for a single day. */
  from: string;
  to: string;
  period: boolean;
  /** What stands before it: "since" opens a stretch of time, "until" closes one with it, "before" without it. */
  bound?: 'since' | 'until' | 'before';
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH = String.raw`(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?(?![a-z])|January|February|March|April|May|June|July|August|September|October|November|December`;
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const COUNT = String.raw`(\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`;
const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const UNIT = '(day|week|fortnight|month|quarter|year)s?';

interface Rule {
  pattern: RegExp;
  read(match: RegExpExecArray, today: Date, lean: Lean): Days | undefined;
}

const single = (date: Date): Days => ({ from: date, to: date });
const iso = (date: Date) => date.toISOString().slice(0, 10);

function countOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return Math.max(1, COUNTS.indexOf(text.toLowerCase()));
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3)));
}

const SHIFT: Record<string, number> = {
  last: -1,
  previous: -1,
  past: -1,
  this: 0,
  current: 0,
  next: 1,
  coming: 1,
};
const shiftOf = (word = 'this') => SHIFT[word.toLowerCase()] ?? 0;

const RULES: readonly Rule[] = [
  {
    pattern: /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]{4,15}Z?)?(?![\d-])/g,
    read: ([, year, month, day]) => optional(realDay(Number(year), Number(month) - 1, Number(day))),
  },
  {
    pattern: /(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g,
    read: ([, day, month, year]) => optional(realDay(Number(year), Number(month) - 1, Number(day))),
  },
  {
    pattern: new RegExp(
      String.raw`\b(\d{1,2})(?:st|nd|rd|th)? ?(?:and|to|until|till|through|-|–) ?(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})(?:,? (\d{4}))?\b`,
      'gi',
    ),
    read: ([, first, last, month = '', year], today, lean) => {
      const to = dayOfMonth(Number(last), monthOf(month), year, today, lean);
      const from = to && realDay(to.getUTCFullYear(), to.getUTCMonth(), Number(first));
      return from && to && from <= to ? { from, to, period: true } : undefined;
    },
  },
  {
    pattern: new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})(?:,? (\d{4}))?\b`, 'gi'),
    read: ([, day, month = '', year], today, lean) =>
      optional(dayOfMonth(Number(day), monthOf(month), year, today, lean)),
  },
  {
    pattern: new RegExp(String.raw`\b(${MONTH}) (\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,? (\d{4}))?\b`, 'gi'),
    read: ([, month = '', day, year], today, lean) =>
      optional(dayOfMonth(Number(day), monthOf(month), year, today, lean)),
  },
  {
    pattern: /\b(today|tomorrow|yesterday)\b/gi,
    read: ([, word = ''], today) => {
      const shift = { today: 0, tomorrow: 1, yesterday: -1 }[word.toLowerCase()];
      return single(plusDays(today, shift ?? 0));
    },
  },
  {
    pattern: new RegExp(String.raw`\b(?:(next|last|this|coming) )?(${WEEKDAYS.join('|')})\b`, 'gi'),
    read: ([, which, name = ''], today, lean) => {
      const back = shiftOf(which) < 0 || (!which && lean === 'past');
      const ahead = (WEEKDAYS.indexOf(name.toLowerCase()) - today.getUTCDay() + 7) % 7 || 7;
      return single(plusDays(today, back ? (ahead % 7) - 7 : ahead));
    },
  },
  {
    pattern: new RegExp(String.raw`\b(?:the )?(last|past|previous|next|coming) ${COUNT} ${UNIT}\b`, 'gi'),
    read: ([, which, count = '1', unit = 'day'], today) => {
      const other = plusUnits(today, shiftOf(which) * countOf(count), unit);
      return other < today
        ? { from: other, to: today, period: true }
        : { from: today, to: other, period: true };
    },
  },
  {
    pattern: new RegExp(String.raw`\b(?:in|within) ${COUNT} ${UNIT}\b`, 'gi'),
    read: ([, count = '1', unit = 'day'], today) => single(plusUnits(today, countOf(count), unit)),
  },
  {
    pattern: new RegExp(String.raw`\b${COUNT} ${UNIT} (ago|from now)\b`, 'gi'),
    read: ([, count = '1', unit = 'day', way = ''], today) =>
      single(plusUnits(today, countOf(count) * (way.toLowerCase() === 'ago' ? -1 : 1), unit)),
  },
  {
    pattern: new RegExp(String.raw`\b(?:older|more) than ${COUNT} ${UNIT}(?: ago)?\b`, 'gi'),
    read: ([, count = '1', unit = 'day'], today) => single(plusUnits(today, -countOf(count), unit)),
  },
  {
    pattern: /\bend of (?:the )?(this |next |last )?(week|month|quarter|year)\b/gi,
    read: ([, which, unit = 'month'], today) =>
      single(calendarPeriod(unit.toLowerCase(), shiftOf(which?.trim()), today).to),
  },
  {
    pattern: /\b(this|last|previous|current|next|coming) (week|month|quarter|year)\b/gi,
    read: ([, which, unit = 'month'], today) => calendarPeriod(unit.toLowerCase(), shiftOf(which), today),
  },
  {
    pattern: /\bQ([1-4])(?: (\d{4}))?\b/g,
    read: ([, quarter, year], today) => {
      const chosen = Number(year ?? today.getUTCFullYear());
      const first = (Number(quarter) - 1) * 3;
      return { from: utc(chosen, first, 1), to: utc(chosen, first + 3, 0), period: true };
    },
  },
  {
    // Case counts here: "may" and "march" are verbs too.
    pattern: new RegExp(String.raw`\b(${MONTH})(?:,? (\d{4}))?\b`, 'g'),
    read: ([, month = '', year], today, lean) => monthPeriod(monthOf(month), year, today, lean),
  },
  {
    pattern: /\b(?:in|during|of|for|year|since|before|until) ((?:19|20)\d{2})\b(?!-)/gi,
    read: ([, year]) => ({ from: utc(Number(year), 0, 1), to: utc(Number(year), 11, 31), period: true }),
  },
];

function optional(date: Date | undefined): Days | undefined {
  return date && single(date);
}

/** In order of their place; where two readings overlap, the rule that stands first counts. */
export function findDates(text: string, now: Date, lean: Lean): FoundDate[] {
  const today = utc(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const taken = new CrossedOut();
  const found: FoundDate[] = [];
  for (const { pattern, read } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const place = { start: match.index, end: match.index + match[0].length };
      if (taken.has(place) || isName(text, place.start)) continue;
      taken.add(place);
      const days = read(match, today, lean);
      if (!days) continue;
      const { from, to, period = false } = days;
      const bound = boundBefore(text, place.start, match[0], period);
      found.push({ ...place, from: iso(from), to: iso(to), period, ...(bound && { bound }) });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** "A customer called Monday". */
function isName(text: string, start: number): boolean {
  return /\b(?:called|named|titled|entitled|labelled|labeled)\s+$/i.test(
    text.slice(Math.max(0, start - 16), start),
  );
}

/** "from October" is the whole month; "since October" goes on to today. */
function boundBefore(text: string, start: number, own: string, period: boolean): FoundDate['bound'] {
  const head = /^(?:since|before|until|older than|more than) /i.exec(own)?.[0] ?? '';
  const before = `${text.slice(Math.max(0, start - 24), start)}${head}`;
  if (/\b(?:since|after|starting|newer than|later than|as of)\s+(?:the )?$/i.test(before)) return 'since';
  if (!period && /\b(?:from|between)\s+(?:the )?$/i.test(before)) return 'since';
  if (/\b(?:before|older than|more than|earlier than|prior to)\s+(?:the )?$/i.test(before)) return 'before';
  if (/\b(?:until|till|up to|through|to|by)\s+(?:the )?$/i.test(before)) return 'until';
  return undefined;
}
