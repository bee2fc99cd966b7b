/** What a client's message cancels, and how much a message may contain. Pure. */
import { AppError } from '@/lib/errors';

/** The most requests that one body may cancel. */
const MOST_CANCELLED = 20;
/** The most messages in one body: the library refuses more, and then none of them may have had an effect. */
const MOST_MESSAGES = 100;
/** Characters of a request's id, as JSON. */
const MOST_ID = 200;
/** The last revision that allowed several messages in one body. A client that names no revision uses this one. */
const LAST_WITH_BATCHES = '2025-03-26';

/**
 * The requests that a body, one message or several, cancels: their ids as JSON.
 * @param body parsed, of whatever shape
 */
export function cancelledIn(body: unknown): string[] {
  return messagesIn(body).flatMap((message) => {
    const { method, id, params } = Object(message);
    if (method !== 'notifications/cancelled' || id !== undefined) return [];
    const { requestId } = Object(params);
    return isId(requestId) ? [JSON.stringify(requestId)] : [];
  });
}

/**
 * Refuses a body before any of it takes effect.
 * @param revision named in its headers
 * @throws AppError bad_request: several messages although the revision no longer allows that, or too many, too many
 * requests cancelled at once, or an id that is too long
 */
export function requireModest(body: unknown, revision: string | null): void {
  if (Array.isArray(body) && revision !== null && revision > LAST_WITH_BATCHES) {
    throw refused(`Several messages in one body are not possible in revision ${revision.slice(0, 20)}.`);
  }
  const messages = messagesIn(body);
  if (messages.length > MOST_MESSAGES) throw refused(`A body may hold ${MOST_MESSAGES} messages.`);
  if (cancelledIn(body).length > MOST_CANCELLED) {
    throw refused(`A body may call off ${MOST_CANCELLED} requests.`);
  }
  for (const message of messages) {
    const { id, params } = Object(message);
    requireShort('id', id);
    requireShort('params.requestId', Object(params).requestId);
  }
}

function requireShort(name: string, id: unknown): void {
  if (isId(id) && JSON.stringify(id).length > MOST_ID) {
    throw refused(`${name} is too long: a request's id may have ${MOST_ID} characters.`);
  }
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
}

const messagesIn = (body: unknown): unknown[] => (Array.isArray(body) ? body : [body]);

const refused = (why: string) => new AppError('bad_request', `${why} Nothing of this was done.`);
