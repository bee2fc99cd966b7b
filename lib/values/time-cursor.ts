import 'server-only';
/** Where the next page of a list begins that is sorted by a time and an id. */
import { AppError } from '@/lib/errors';

/** What sorts a row, and its id. */
export interface TimeKey {
  /** ISO 8601, UTC. */
  time: string;
  id: string;
}

/** Times are kept in milliseconds, so that one can be told again exactly. */
export function cursorOf(time: Date, id: string): string {
  return `${time.toISOString()}_${id}`;
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([\w-]{1,128})$/;

/** A 31st of February is read as a day in March, and written as that. */
function isMoment(time: string): boolean {
  const ms = Date.parse(time);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === time && !time.startsWith('0000');
}

/** @throws AppError bad_request: it is none of ours */
export function keyOf(cursor: string): TimeKey {
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (time && id && isMoment(time)) return { time, id };
  throw new AppError(
    'bad_request',
    'cursor: is none. Take `next` of the page before, or leave it out for the first.',
  );
}
