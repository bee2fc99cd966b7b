/** Days, months and periods in a text. Days are parsed by chrono; whole weeks, quarters and years here. */
import { en } from 'chrono-node';

/** Days as `2026-11-30`, both inclusive; one side may be open. */
export interface Stretch {
  start: number;
  end: number;
  from?: string;
  to?: string;
}

const DAY_MS = 86_400_000;
const day = (date: Date) => date.toISOString().slice(0, 10);
const utc = (year: number, month: number, date = 1) => new Date(Date.UTC(year, month, date));
const plus = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);

const WHOLE =
  /\b(this|last|previous|next|past)\s+(week|quarter|year)\b|(?<=\b(?:in|of|for|since|before|until|from)\s)(20\d\d)\b(?![-./])/gi;
const STEP: Record<string, number> = { this: 0, next: 1 };
/** Words that usually mean something other than a day. */
const NO_DAY = /^(?:may|march|mar|sun|sat|mon|wed|second|sec|now|tonight|noon)$/;
const EDGE = /\b(since|after|from|before|until|till|by|older than|up to)\s+(?:the\s+)?(?:end of\s+)?$/i;

/** @param past a month or day without a year means the last one, not the nearest */
export function findStretches(text: string, now: Date, past: boolean): Stretch[] {
  const found = [...wholeOnes(text, now), ...byChrono(text, now, past)].sort((a, b) => a.start - b.start);
  const apart = found.filter((one, at) => found.slice(0, at).every((other) => other.end <= one.start));
  return joined(
    text,
    apart.map((one) => withEdge(text, one)),
  );
}

function wholeOnes(text: string, now: Date): Stretch[] {
  return [...text.matchAll(WHOLE)].map((match) => {
    const [whole, which = '', unit = '', named] = match;
    const place = { start: match.index, end: match.index + whole.length };
    const step = STEP[which.toLowerCase()] ?? -1;
    const year = now.getUTCFullYear();
    if (named) return { ...place, from: `${named}-01-01`, to: `${named}-12-31` };
    if (unit.toLowerCase() === 'year')
      return { ...place, from: `${year + step}-01-01`, to: `${year + step}-12-31` };
    if (unit.toLowerCase() === 'quarter') {
      const month = (Math.floor(now.getUTCMonth() / 3) + step) * 3;
      return { ...place, from: day(utc(year, month)), to: day(utc(year, month + 3, 0)) };
    }
    const monday = plus(now, -((now.getUTCDay() + 6) % 7) + 7 * step);
    return { ...place, from: day(monday), to: day(plus(monday, 6)) };
  });
}

function byChrono(text: string, now: Date, past: boolean): Stretch[] {
  return en.GB.parse(text, { instant: now, timezone: 0 }).flatMap(({ index, text: said, start, end }) => {
    if (NO_DAY.test(said)) return [];
    const place = { start: index, end: index + said.length };
    const read = (part: typeof start) => {
      const [year = 0, month = 1, date = 1] = (['year', 'month', 'day'] as const).map(
        (unit) => part.get(unit) ?? 0,
      );
      const isAhead = past && !part.isCertain('year') && utc(year, month - 1, date) > now;
      return { year: isAhead ? year - 1 : year, month: month - 1, date };
    };
    const first = read(start);
    const count = /\b(?:last|past|next)\s+(\d+|two|three|few)\b/i.test(said);
    if (count) {
      const there = day(utc(first.year, first.month, first.date));
      return [
        day(now) < there ? { ...place, from: day(now), to: there } : { ...place, from: there, to: day(now) },
      ];
    }
    const last = end ? read(end) : first;
    const isMonth = !start.isCertain('day') && !start.isCertain('weekday');
    if (isMonth && !start.isCertain('month')) return [];
    const to = isMonth ? utc(last.year, last.month + 1, 0) : utc(last.year, last.month, last.date);
    return [{ ...place, from: day(utc(first.year, first.month, isMonth ? 1 : first.date)), to: day(to) }];
  });
}

/** A preceding "since", "before" and the like opens one side. */
function withEdge(text: string, one: Stretch): Stretch {
  const edge = EDGE.exec(text.slice(0, one.start));
  const { from = '', to = '', end } = one;
  if (!edge) return one;
  const start = edge.index;
  switch (edge[1]?.toLowerCase()) {
    case 'since':
    case 'from':
      return { start, end, from };
    case 'after':
      return { start, end, from: day(plus(new Date(to), 1)) };
    case 'before':
    case 'older than':
      return { start, end, to: day(plus(new Date(from), -1)) };
    default:
      return { start, end, to };
  }
}

/** "from 1 to 15 October", "between October 3 and October 9": one period. Two months with an "and" stay two. */
function joined(text: string, stretches: Stretch[]): Stretch[] {
  const head = /\b(?:between|from)\s+(\d{1,2})(?:st|nd|rd|th)?\s+(?:and|to|until|-)\s+$/i;
  const done: Stretch[] = [];
  for (const one of stretches) {
    const number = head.exec(text.slice(0, one.start));
    const before = done.at(-1);
    if (number?.[1] && one.from) {
      const from = `${one.from.slice(0, 8)}${number[1].padStart(2, '0')}`;
      done.push({ ...one, start: number.index, from });
    } else if (before && areJoined(text, before, one)) {
      const start = text.slice(0, before.start).search(/\bbetween\s+$/i);
      Object.assign(before, { start: start < 0 ? before.start : start, end: one.end, to: one.to });
    } else done.push(one);
  }
  return done;
}

function areJoined(text: string, before: Stretch, one: Stretch): boolean {
  const opens = /\bbetween\s+$/i.test(text.slice(0, before.start));
  const isOpen = !before.to && /^from\b/i.test(text.slice(before.start));
  const isLinked = /^\s*(?:and|to|-|until)?\s*$/i.test(text.slice(before.end, one.start));
  return Boolean(before.from && one.to) && (opens || isOpen) && isLinked;
}
