import 'server-only';
/** Whatever was thrown, as an error that may be shown. */
import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from './errors';
import { describeError, log } from './log';

/** How soon to ask again: a failover takes longer, and each asking costs little. */
const RETRY_AFTER_S = 2;

/** Codes of sockets, of postgres.js and of PostgreSQL (SQLSTATE) that say: not now, perhaps later. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '40001',
  '40P01',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  // A standby that has not been promoted yet, or a primary that is one no more.
  '25006',
]);

/**
 * Whatever was thrown as an error that may be shown. What was not one is logged under a reference, which the
 * message names, and nothing else of it is told.
 */
export function asAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  const reference = randomUUID();
  log('error', 'request_failed', { reference, error: describeError(thrown) });
  if (isDatabaseAway(thrown)) {
    const message = `The database cannot be reached. Try again in a moment. (${reference})`;
    return new AppError('unavailable', message, {}, RETRY_AFTER_S);
  }
  const message = `Something went wrong on the server. The operator finds more in its log under ${reference}.`;
  return new AppError('internal', message);
}

/** Whether the database was away or had too much to do, rather than being asked something wrong. */
export function isDatabaseAway(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // A failed `fetch` has the same codes beneath it, but no database was asked.
    if (error instanceof TypeError) return false;
    const all = [error, ...(error instanceof AggregateError ? error.errors : [])];
    if (all.some(isAway)) return true;
  }
  return false;
}

/** Class 08 is the connection; a pooler that waited in vain for PostgreSQL ends it with a FATAL of that class. */
function isAway(error: unknown): boolean {
  const code = String(Reflect.get(Object(error), 'code'));
  return AWAY.has(code) || /^08[0-9A-Z]{3}$/.test(code);
}
