import 'server-only';
/** Whatever was thrown, as an error that may be shown. */
import { randomUUID } from 'node:crypto';
import { AppError, isAppError } from './errors';
import { describeError, log } from './log';

/** Shorter than a failover takes, since retrying is cheap. */
const RETRY_AFTER_S = 2;

/** Codes of sockets, postgres.js and PostgreSQL (SQLSTATE) that mean: unavailable, perhaps only for now. */
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
  // A standby that is not promoted yet, or a former primary.
  '25006',
]);

/**
 * Turns anything thrown into an error that may be shown. An unexpected error is logged under a reference, which the
 * message names, and nothing else of it is revealed.
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

/** Whether the database was unavailable or overloaded, rather than sent an invalid query. */
export function isDatabaseAway(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // A failed `fetch` contains the same codes, without involving the database.
    if (error instanceof TypeError) return false;
    const all = [error, ...(error instanceof AggregateError ? error.errors : [])];
    if (all.some(isAway)) return true;
  }
  return false;
}

/**
 * Class 08 means the connection; a pooler that waited for PostgreSQL without success ends it with a FATAL of that
 * class.
 */
function isAway(error: unknown): boolean {
  const code = String(Reflect.get(Object(error), 'code'));
  return AWAY.has(code) || /^08[0-9A-Z]{3}$/.test(code);
}
