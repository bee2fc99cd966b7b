/**
 * One spelling per value, for what is hashed, stored with an approval and compared before a call. Keys are sorted by
 * UTF-16 code units and numbers are written as JSON writes them (RFC 8785). Whatever JSON cannot express is refused
 * instead of dropped, so that two different values never share a spelling.
 */
import { createHash } from 'node:crypto';

/** Deeper values are refused: they would exhaust the stack, and a value that contains itself never ends. */
const MAX_DEPTH = 200;

/**
 * The value as canonical JSON text.
 *
 * @throws TypeError for `undefined`, functions, symbols, bigints, NaN, infinities, objects that are not plain
 * (dates, maps, class instances), holes in arrays and anything nested deeper than 200 levels; it names the
 * place as a path such as `$.lines[2].price`.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', 0);
}

/** Whether two values are the same JSON; undefined, which is not JSON, equals only itself. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}

/** SHA-256 of the text's UTF-8 bytes, in lower-case hex (64 characters). */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function write(value: unknown, path: string, depth: number): string {
  if (depth > MAX_DEPTH) throw new TypeError(`More than ${MAX_DEPTH} levels deep: ${path.slice(0, 100)}…`);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return writeNumber(value, path);
  if (Array.isArray(value)) {
    const items = Array.from(value, (item: unknown, index) => write(item, `${path}[${index}]`, depth + 1));
    return `[${items.join(',')}]`;
  }
  if (!isPlainObject(value)) throw new TypeError(`JSON cannot say what stands at ${path}.`);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${write(value[key], `${path}.${key}`, depth + 1)}`);
  return `{${members.join(',')}}`;
}

function writeNumber(value: number, path: string): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no such number at ${path}.`);
  return JSON.stringify(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
