/** The start of a calendar day such as `2026-11-30`, in UTC; undefined if it is invalid, such as `2026-02-31`. Pure. */
export function calendarDate(day: string): Date | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  const isDay = DAY.test(day) && !Number.isNaN(date.getTime());
  // A day beyond the end of its month parses as one of the next month.
  return isDay && date.toISOString().startsWith(day) ? date : undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
