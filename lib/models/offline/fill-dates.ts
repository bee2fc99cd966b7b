/** Dates, stretches of time and moments of a request into the parameters that take them. */
import type { Lean } from './calendar';
import { type FoundDate, findDates } from './dates';
import type { DraftCall } from './draft-call';
import type { Param } from './params';
import { closeness } from './synonyms';
import { inWords } from './words';

type Role = 'since' | 'until' | 'point';

const HOUR = 3_600_000;
const TIME =
  /\b(?:at |from |to |until |till |[-–] ?)?(?:(\d{1,2}):(\d{2})\s?(am|pm)?|(\d{1,2})\s?(am|pm)|(noon))\b/gi;

/** Whether a request's days lie ahead, as in a diary, or behind, as in books. */
function leanOf(call: DraftCall, role: Role, param: Param): Lean {
  if (call.tool.reads && param.words.includes('du')) return 'near';
  const diary = call.tool.nouns.some(
    (noun) => closeness(noun, 'event') > 0 || closeness(noun, 'calendar') > 0,
  );
  return role === 'point' || diary || call.tool.actions[0] === 'create' ? 'future' : 'past';
}

function roleOf(param: Param): Role {
  if (param.words.some((word) => /^(from|start|sinc|after|begin|min|earliest)$/.test(word))) return 'since';
  if (param.words.some((word) => /^(to|end|until|befor|max|till|older|latest|up)$/.test(word)))
    return 'until';
  return 'point';
}

/** The found dates as one stretch of time; open on a side that the text leaves open. */
function stretchOf(dates: readonly FoundDate[]): { since?: string; until?: string } {
  const [first, second] = dates;
  if (!first) return {};
  if (second && (second.bound || first.bound === 'since')) return { since: first.from, until: second.to };
  if (first.bound === 'since') return { since: first.from };
  if (first.bound === 'before') return { until: first.from };
  if (first.bound === 'until') return { until: first.to };
  return { since: first.from, until: first.to };
}

export function fillDates(call: DraftCall, params: readonly Param[]): void {
  const days = params.filter(
    (param) => param.kind === 'date' && !call.args.has(param.name) && isMeantAtAll(call, param),
  );
  const { text } = call.request;
  for (const param of days) {
    const role = roleOf(param);
    const dates = findDates(text, call.request.now, leanOf(call, role, param));
    const free = dates.filter((date) => !call.crossedOut.has(date));
    const value = role === 'point' ? pointFor(call, param, free, days) : stretchOf(free)[role];
    if (value === undefined) continue;
    if (days.length === 1 && role === 'since' && free[0]?.bound === 'until') continue;
    call.args.set(param.name, fitToPattern(param, value));
  }
  const filled = days.some((param) => call.args.has(param.name));
  if (filled) for (const date of findDates(text, call.request.now, 'past')) call.crossedOut.add(date);
}

/** "Paid in October" is not "due in October": a day that has a name of its own must be spoken of. */
function isMeantAtAll(call: DraftCall, param: Param): boolean {
  const own = param.words.filter((word) => word !== 'dat' && roleOf({ ...param, words: [word] }) === 'point');
  if (!call.tool.reads || own.length === 0) return true;
  return own.some((word) =>
    call.request.tokens.some(
      (token) => token.stem.endsWith(word) || closeness(token.stem, `over${word}`) > 0,
    ),
  );
}

/** Months ("2026-10"), one or a list of them: the months that the text's stretches of time touch. */
export function fillMonths(call: DraftCall, params: readonly Param[]): void {
  for (const param of params) {
    const month = param.kind === 'list' ? param.items : param;
    if (month?.kind !== 'month' || call.args.has(param.name)) continue;
    const dates = findDates(call.request.text, call.request.now, 'past').filter(
      (date) => date.from.slice(0, 7) <= today(call),
    );
    const free = dates.filter((date) => !call.crossedOut.has(date));
    const stretches = free.some((date) => date.bound)
      ? [stretchOf(free)]
      : free.map((date) => ({ since: date.from, until: date.to }));
    const touched = stretches.flatMap(({ since, until }) =>
      monthsBetween(since ?? until, until ?? today(call)),
    );
    // "This year" has months to come, of which nothing is known yet.
    const months = touched.filter((one) => one <= today(call).slice(0, 7));
    if (months.length === 0) continue;
    call.args.set(param.name, param.kind === 'list' ? [...new Set(months)].slice(0, 24) : months[0]);
    for (const date of free) call.crossedOut.add(date);
  }
}

/** Dates that no parameter takes are no names either. "March Consulting" is one. */
export function setDatesAside(call: DraftCall): void {
  const { text, tokens, now } = call.request;
  for (const date of findDates(text, now, 'past')) {
    const next = tokens.find((token) => token.start >= date.end);
    const isName = !/\d/.test(text.slice(date.start, date.end)) && next?.kind === 'word' && next.capital;
    const isQuoted = tokens.some(
      (token) => token.kind === 'quote' && token.start < date.end && date.start < token.end,
    );
    if (call.crossedOut.has(date) || isQuoted || isName) continue;
    call.idleDates.push(date);
    call.crossedOut.add(date);
  }
}

const today = (call: DraftCall) => call.request.now.toISOString().slice(0, 10);

function monthsBetween(since: string | undefined, until: string): string[] {
  const months: string[] = [];
  if (since === undefined) return months;
  const month = new Date(`${since.slice(0, 7)}-01T00:00:00Z`);
  while (month.toISOString().slice(0, 7) <= until.slice(0, 7) && months.length < 24) {
    months.push(month.toISOString().slice(0, 7));
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
  return months;
}

/** Several days for several points: each goes to the one whose words stand before it; a lone day to the only point. */
function pointFor(
  call: DraftCall,
  param: Param,
  dates: readonly FoundDate[],
  days: readonly Param[],
): string | undefined {
  const named = dates.find((date) => {
    const before = call.request.tokens.filter((token) => token.end <= date.start).slice(-4);
    return before.some((token) =>
      param.words.some((word) => word !== 'dat' && closeness(token.stem, word) === 1),
    );
  });
  const points = days.filter((day) => roleOf(day) === 'point');
  const chosen = named ?? (points[0] === param || param.required ? dates[0] : undefined);
  if (chosen?.period) {
    const said = call.request.text.slice(chosen.start, chosen.end);
    call.assumed.push(`${inWords(param.name)} ${chosen.to}, the last day of “${said}”`);
  }
  return chosen?.to;
}

/** A schema that wants a month gets the month of the day. */
function fitToPattern(param: Param, day: string): string {
  const wantsMonth = /YYYY-MM(?!-)/.test(param.description);
  return wantsMonth ? day.slice(0, 7) : day;
}

/** Moments (`date-time`): a day and a time of day, in UTC. An end that is not said is an hour later. */
export function fillMoments(call: DraftCall, params: readonly Param[]): void {
  const moments = params.filter((param) => param.kind === 'moment');
  if (moments.length === 0) return;
  const { text, now } = call.request;
  const dates = findDates(text, now, 'future').filter((date) => !call.crossedOut.has(date));
  const times = findTimes(text).filter((time) => !call.crossedOut.has(time));
  const [date] = dates;
  if (!date && times.length === 0) return;
  const day = date?.from ?? now.toISOString().slice(0, 10);
  const start = times[0] ? at(day, times[0].minutes) : at(day, 0);
  const end = times[1] ? at(day, times[1].minutes) : endOf(start, date, times.length > 0);
  for (const param of moments) {
    const role = roleOf(param);
    call.args.set(param.name, role === 'until' ? end : start);
    if (role === 'until' && times.length === 1 && param.required) call.assumed.push('it lasts an hour');
  }
  for (const found of [...dates.slice(0, 1), ...times]) call.crossedOut.add(found);
}

function endOf(start: string, date: FoundDate | undefined, timed: boolean): string {
  if (timed) return new Date(Date.parse(start) + HOUR).toISOString();
  return at(date?.to ?? start.slice(0, 10), 24 * 60);
}

function at(day: string, minutes: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000).toISOString();
}

function findTimes(text: string): { start: number; end: number; minutes: number }[] {
  const found: { start: number; end: number; minutes: number }[] = [];
  for (const match of text.matchAll(TIME)) {
    const [whole, hours, minutes, half, hourOnly, halfOnly, noon] = match;
    const hour = noon ? 12 : Number(hours ?? hourOnly);
    const isPm = /pm/i.test(half ?? halfOnly ?? '');
    const inDay = isPm && hour < 12 ? hour + 12 : hour;
    if (inDay > 24) continue;
    found.push({
      start: match.index,
      end: match.index + whole.length,
      minutes: inDay * 60 + Number(minutes ?? 0),
    });
  }
  return found;
}
