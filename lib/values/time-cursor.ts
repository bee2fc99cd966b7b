import 'server-only';
/** The cursor for the next page of a list sorted by a time and an id. */
import { AppError } from '@/lib/errors';

/** The sort key of a row. */
export interface TimeKey {
  /** ISO 8601, UTC. */
  time: string;
  id: string;
}

/** Times are kept in milliseconds, so that a cursor can name one exactly. */
export function cursorOf(time: Date, id: string): string {
  return `${time.toISOString()}_${id}`;
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([\w-]{1,128})$/;

/** The 31st of February is parsed as a day in March, and is then spelled differently. */
function isMoment(time: string): boolean {
  const ms = Date.parse(time);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === time && !time.startsWith('0000');
}

/** @throws AppError bad_request: it is not one of our cursors */
export function keyOf(cursor: string): TimeKey {
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (time && id && isMoment(time)) return { time, id };
  throw new AppError(
    'bad_request',
    'cursor: is none. Take `next` of the page before, or leave it out for the first.',
  );
}
