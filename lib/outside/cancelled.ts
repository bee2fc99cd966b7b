/** What a message of a client calls off. Pure. */

/**
 * The requests that a body, one message or several, calls off: their ids as JSON.
 * @param body parsed, of whatever shape
 */
export function cancelledIn(body: unknown): string[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const { method, id, params } = Object(message);
    if (method !== 'notifications/cancelled' || id !== undefined) return [];
    const { requestId } = Object(params);
    return typeof requestId === 'string' || typeof requestId === 'number' ? [JSON.stringify(requestId)] : [];
  });
}
