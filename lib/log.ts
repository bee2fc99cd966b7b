import 'server-only';
/**
 * The log, on standard error: one JSON object per line, so that nothing a person or server sent can forge a line; on a
 * terminal, readable lines. Each names its request, run and call.
 */
import { idsNow } from './seeing/ids';

/** Everything but plain ASCII is escaped, including invisible and direction-changing characters. */
const NOT_PLAIN = /[^\x20-\x7e]/g;
const MAX_TEXT = 4000;

type Level = 'info' | 'warn' | 'error';

/** Writes one line. `fields` must hold no secrets, no addresses, and nothing that people, models or servers said. */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}) {
  const record = { time: new Date().toISOString(), level, event, ...idsNow(), ...fields };
  process.stderr.write(`${escaped(process.stderr.isTTY ? readable(record) : JSON.stringify(record))}\n`);
}

function readable({ time, level, event, ...fields }: Record<string, unknown>): string {
  const told = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [String(time).slice(11, 19), String(level).padEnd(5), event, ...told].join(' ');
}

/**
 * What the log may contain of an error: its type, its codes and where it came from. Not its message, in which a server,
 * a model, a mail host or the database may quote what it was sent.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  // An error of drizzle: the text of its query contains placeholders instead of values. Its class differs between
  // bundles.
  const query: unknown = Reflect.get(error, 'params') && Reflect.get(error, 'query');
  const codes = CODES.flatMap((name) => codeOf(name, Reflect.get(error, name)));
  const frames = framesOf(error);
  return {
    name: plainName(error.name),
    ...(typeof query === 'string' && { query: query.slice(0, MAX_TEXT) }),
    ...Object.fromEntries(codes),
    ...(frames !== '' && { at: frames }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Codes that reveal the cause without quoting anything: of Node, PostgreSQL, mail hosts and model providers. */
const CODES = [
  'code',
  'syscall',
  'status',
  'statusCode',
  'responseCode',
  'table_name',
  'column_name',
  'constraint_name',
  'table',
  'column',
  'constraint',
  'delivery',
] as const;

function codeOf(name: string, value: unknown): [string, string | number][] {
  if (typeof value === 'number') return [[name, value]];
  return typeof value === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(value) ? [[name, value]] : [];
}

const plainName = (name: unknown) => (/^[A-Za-z0-9_]{1,64}$/.test(String(name)) ? String(name) : 'Error');

/** Where it was thrown, without the message before it, which may look like stack frames. */
function framesOf({ stack = '', message }: Error): string {
  const until = stack.indexOf(message);
  const after = until < 0 ? '' : stack.slice(until + message.length);
  const frames = after.split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return frames
    .map((line) => line.trim())
    .join(' ')
    .slice(0, MAX_TEXT);
}

function escaped(line: string): string {
  return line.replace(NOT_PLAIN, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
