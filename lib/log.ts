import 'server-only';

/** The log: one JSON object a line on standard error, so that nothing a person or server sent can forge a line. */

/** Everything but plain ASCII stands escaped: invisible and direction-changing characters too. */
const NOT_PLAIN = /[^\x20-\x7e]/g;
const MAX_TEXT = 4000;

/** Writes one line. `fields` must hold no secrets and nothing that people typed. */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Record<string, unknown> = {}) {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields });
  process.stderr.write(`${escaped(line)}\n`);
}

/** What of an error belongs into the log: no bound values of a query, which may be secrets. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error).slice(0, MAX_TEXT) };
  // drizzle's error, whose text and stack hold the values. Its class is another one in every bundle.
  const query: unknown = Reflect.get(error, 'params') && Reflect.get(error, 'query');
  const isQuery = typeof query === 'string';
  const code: unknown = Reflect.get(error, 'code');
  return {
    name: error.name,
    message: (isQuery ? `Failed query: ${query}` : error.message).slice(0, MAX_TEXT),
    ...(typeof code === 'string' && { code }),
    ...(!isQuery && { stack: error.stack?.slice(0, MAX_TEXT) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

function escaped(line: string): string {
  return line.replace(NOT_PLAIN, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
