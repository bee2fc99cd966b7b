import 'server-only';
/**
 * The log, on standard error: one JSON object a line, so that nothing a person or server sent can forge a line; on a
 * terminal, lines that people read. Each says to which request, run and call it belongs.
 */
import { idsNow } from './seeing/ids';

/** Everything but plain ASCII stands escaped: invisible and direction-changing characters too. */
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
 * What of an error belongs into the log: what kind it is, its codes and where it came from. Not what it says: a server, a
 * model, a mail host and the database quote in it what they were sent.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  // drizzle's error: the text of its query holds marks in place of the values. Its class is another one in every bundle.
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

/** What tells the cause without quoting anything: of Node, PostgreSQL, mail hosts and providers of models. */
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

/** Where it was thrown, without the message that stands before it: that may look like such lines. */
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
