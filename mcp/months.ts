/** Months as texts, such as "2026-11". Pure. */

/** That many months later, or earlier if negative. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** `count` months in order, beginning with the given one. */
export function monthsFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(first, index));
}

/** "2026-11" -> "2026-11-01" */
export function firstDayOf(month: string): string {
  return `${month}-01`;
}
