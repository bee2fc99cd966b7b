/** When a day of the calendar such as `2026-11-30` begins, in UTC; undefined for what is none, such as `2026-02-31`. Pure. */
export function calendarDate(day: string): Date | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  const isDay = DAY.test(day) && !Number.isNaN(date.getTime());
  // What no month has is taken for a day of the next one.
  return isDay && date.toISOString().startsWith(day) ? date : undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
