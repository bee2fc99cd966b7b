/** Parses JSON that a stranger wrote: no duplicate keys, no keys that mean something to objects, no excessive nesting. */
import { AppError } from '@/lib/errors';
import { NAMES_OF_OBJECTS } from '@/lib/values/records';

const MAX_DEPTH = 32;
/** A string, or a structural character; in valid JSON nothing in between matters here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/**
 * Parses a text. Characters that no database stores (NUL, lone surrogates) become visible replacements.
 * @throws AppError 400 in words for the sender
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badBody('is not valid JSON');
  }
  checkKeys(text);
  return storable(value);
}

function badBody(problem: string): AppError {
  return new AppError('bad_request', `The body ${problem}.`);
}

/** JSON.parse would silently let the last of two equal keys win. */
function checkKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  let previous = '';
  let pending = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && previous.startsWith('"')) addKey(open.at(-1), pending);
    else if (token.startsWith('"')) pending = token;
    if (open.length > MAX_DEPTH) throw badBody(`is nested deeper than ${MAX_DEPTH} levels`);
    previous = token;
  }
}

function addKey(keys: Set<string> | null | undefined, token: string): void {
  const key: string = JSON.parse(token);
  if (NAMES_OF_OBJECTS.has(key)) throw badBody(`has the key ${JSON.stringify(key)}, which is not allowed`);
  if (keys?.has(key)) throw badBody(`has the key ${JSON.stringify(key)} twice`);
  keys?.add(key);
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\u2400').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)]));
}
