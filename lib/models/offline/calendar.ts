/** Days and stretches of time, in UTC, as the calendar has them. */

/** Which way a day without a year is meant: a plan lies ahead, a booking behind, what is due on either side. */
export type Lean = 'past' | 'future' | 'near';

/** First and last day. */
export interface Days {
  from: Date;
  to: Date;
  /** A stretch of time rather than a day. */
  period?: boolean;
}

const DAY_MS = 86_400_000;
/** A day; months count from 0. */
export const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day));
export const plusDays = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);

/** Months after, on the same day or the last of a shorter month. */
function plusMonths(date: Date, months: number): Date {
  const first = utc(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = utc(first.getUTCFullYear(), first.getUTCMonth() + 1, 0).getUTCDate();
  return utc(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date.getUTCDate(), last));
}

/** @param unit day, week, fortnight, month, quarter or year */
export function plusUnits(date: Date, count: number, unit: string): Date {
  const days: Record<string, number> = { day: 1, week: 7, fortnight: 14 };
  const months: Record<string, number> = { month: 1, quarter: 3, year: 12 };
  const dayCount = days[unit.toLowerCase()];
  if (dayCount !== undefined) return plusDays(date, count * dayCount);
  return plusMonths(date, count * (months[unit.toLowerCase()] ?? 1));
}

/** Nothing for a day that the calendar does not have. */
export function realDay(year: number, month: number, day: number): Date | undefined {
  const date = utc(year, month, day);
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date : undefined;
}

/** A day without a year is the next one, or the one before. */
export function dayOfMonth(day: number, month: number, year: string | undefined, today: Date, lean: Lean) {
  if (year) return realDay(Number(year), month, day);
  const date = realDay(today.getUTCFullYear(), month, day);
  if (!date) return undefined;
  if (lean === 'near')
    return nearest(
      [-1, 0, 1].map((shift) => utc(today.getUTCFullYear() + shift, month, day)),
      today,
    );
  if (lean === 'future' && date < today) return utc(today.getUTCFullYear() + 1, month, day);
  if (lean === 'past' && date > today) return utc(today.getUTCFullYear() - 1, month, day);
  return date;
}

function nearest(dates: readonly Date[], today: Date): Date {
  const distance = (date: Date) => Math.abs(date.getTime() - today.getTime());
  return dates.reduce((best, date) => (distance(date) < distance(best) ? date : best));
}

/** A whole month; without a year the current one, or the nearest in the direction that is meant. */
export function monthPeriod(month: number, year: string | undefined, today: Date, lean: Lean): Days {
  const current = today.getUTCMonth();
  if (lean === 'near' && !year) {
    const from = nearest(
      [-1, 0, 1].map((shift) => utc(today.getUTCFullYear() + shift, month, 15)),
      today,
    );
    return {
      from: utc(from.getUTCFullYear(), month, 1),
      to: utc(from.getUTCFullYear(), month + 1, 0),
      period: true,
    };
  }
  const shift = lean === 'past' ? (month > current ? -1 : 0) : month < current ? 1 : 0;
  const chosen = year ? Number(year) : today.getUTCFullYear() + shift;
  return { from: utc(chosen, month, 1), to: utc(chosen, month + 1, 0), period: true };
}

/** The week, month, quarter or year that lies `shift` of them away. Weeks begin on Monday. */
export function calendarPeriod(unit: string, shift: number, today: Date): Days {
  const year = today.getUTCFullYear();
  const month = today.getUTCMonth();
  if (unit === 'week') {
    const monday = plusDays(today, -((today.getUTCDay() + 6) % 7) + shift * 7);
    return { from: monday, to: plusDays(monday, 6), period: true };
  }
  if (unit === 'month')
    return { from: utc(year, month + shift, 1), to: utc(year, month + shift + 1, 0), period: true };
  if (unit === 'quarter') {
    const first = Math.floor(month / 3) * 3 + shift * 3;
    return { from: utc(year, first, 1), to: utc(year, first + 3, 0), period: true };
  }
  return { from: utc(year + shift, 0, 1), to: utc(year + shift, 11, 31), period: true };
}
