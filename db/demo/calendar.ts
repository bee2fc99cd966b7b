/** Days as whole numbers (days since 1970-01-01, UTC), so that the demo can do arithmetic with them. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** The three years that the demo covers. */
export interface Period {
  first: number;
  /** Yesterday: nothing in the demo is dated in the future. */
  last: number;
  /** The first day of each of the 36 months that begin at `first`. */
  months: number[];
}

export function demoPeriod(today: Date): Period {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const months = Array.from({ length: 36 }, (_, index) => Date.UTC(year, month - 36 + index, day) / DAY_MS);
  return {
    first: Date.UTC(year, month - 36, day) / DAY_MS,
    last: Date.UTC(year, month, day) / DAY_MS - 1,
    months,
  };
}

/** `2026-11-20` */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A point in time on that day. */
export function timeOn(day: number, hour: number, minute = 0): Date {
  return new Date(day * DAY_MS + (hour * 60 + minute) * 60_000);
}

/** The day itself, or the Friday before a weekend. */
export function workdayBefore(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === 0) return day - 2;
  return weekday === 6 ? day - 1 : day;
}

/** The day itself, or the Monday after a weekend. */
export function workdayAfter(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === 0) return day + 1;
  return weekday === 6 ? day + 2 : day;
}

/** Every day of the period with this number in its month (1 to 28), 36 of them, moved back to a workday. */
export function monthly(period: Period, dayOfMonth: number): number[] {
  const days: number[] = [];
  for (let day = period.first; day <= period.last; day++) {
    if (new Date(day * DAY_MS).getUTCDate() === dayOfMonth) {
      days.push(Math.max(period.first, workdayBefore(day)));
    }
  }
  return days;
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
