/** Arguments and results as rows of name and value: flat, complete, secrets as typed placeholders. */

import { say } from '@/components/words/say';
import { isSecretMember, isSecretName } from '@/lib/values/secret-names';

export { isSecretName };

/** How one value is shown. `text` is the whole value; nothing is shortened here. */
export type ShownValue =
  | { kind: 'text'; text: string }
  /** Numbers, booleans, null, and strings that could be mistaken for them (these in quotes). */
  | { kind: 'exact'; text: string }
  /** Shown as its placeholder until someone reveals it. */
  | { kind: 'secret'; text: string; placeholder: string }
  /** Stands for an empty list or object. */
  | { kind: 'placeholder'; text: string };

export interface ValueRow {
  /** `lines[0].unitPrice`; empty for a top-level value. */
  path: string;
  value: ShownValue;
}

/** Anything deeper is shown as JSON: still complete. */
const DEEPEST = 12;
/** From here on a value is folded to three lines until it is opened. */
const LONG_CHARACTERS = 280;
const LONG_LINES = 6;
/** The same in the details of a call, with room for about twenty lines. */
const ROOMY_CHARACTERS = 1200;
const ROOMY_LINES = 20;

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

export function valueRows(value: unknown): ValueRow[] {
  const rows: ValueRow[] = [];
  collect(value, '', false, 0, rows);
  return rows;
}

/**
 * A value is secret only if its own name says so, the name beside it does, or it is in a list of such a name. Deeper
 * values have names of their own and are shown: an object called `credentials` may hold anything, even a command.
 */
function collect(value: unknown, path: string, secret: boolean, depth: number, rows: ValueRow[]): void {
  if (typeof value !== 'object' || value === null) {
    rows.push({ path, value: leaf(value, secret) });
    return;
  }
  if (depth >= DEEPEST) {
    rows.push({ path, value: leaf(JSON.stringify(value), false) });
    return;
  }
  const entries: [step: string, secret: boolean, inner: unknown][] = Array.isArray(value)
    ? value.map((inner, index) => [`[${index}]`, secret, inner])
    : Object.entries(value).map(([name, inner]) => [
        stepOf(name, path === ''),
        isSecretMember(name, value),
        inner,
      ]);
  if (entries.length === 0) {
    rows.push({
      path,
      value: { kind: 'placeholder', text: say(Array.isArray(value) ? 'value.empty-list' : 'value.empty') },
    });
  }
  for (const [step, isSecret, inner] of entries) {
    collect(inner, path + step, isSecret, depth + 1, rows);
  }
}

/** Names that could be mistaken for a path are put in brackets and quotes. */
function stepOf(name: string, first: boolean): string {
  if (!PLAIN_NAME.test(name)) return `[${JSON.stringify(name)}]`;
  return first ? name : `.${name}`;
}

function leaf(value: unknown, secret: boolean): ShownValue {
  if (typeof value !== 'string') return { kind: 'exact', text: String(JSON.stringify(value)) };
  if (secret && value !== '') {
    return { kind: 'secret', text: value, placeholder: say('value.secret', { count: countOf(value) }) };
  }
  return readsAsSomethingElse(value)
    ? { kind: 'exact', text: JSON.stringify(value) }
    : { kind: 'text', text: value };
}

/**
 * The string `"true"` must not look like the boolean, nor may an empty or blank-edged string look like nothing. Amounts
 * are decimal strings in tools, and are shown without quotes.
 */
function readsAsSomethingElse(text: string): boolean {
  if (text.length > 40) return false;
  return text.trim() !== text || text === '' || /^(true|false|null|".*")$/i.test(text);
}

/** In code points, as people count: "4,210 characters". */
export function countOf(text: string): string {
  let count = 0;
  for (const _ of text) count += 1;
  return say('value.characters', { count });
}

/** @param roomy there is room for about twenty lines; never on a card */
export function isLong(text: string, roomy = false): boolean {
  const [characters, lines] = roomy ? [ROOMY_CHARACTERS, ROOMY_LINES] : [LONG_CHARACTERS, LONG_LINES];
  return text.length > characters || text.split('\n').length > lines;
}
