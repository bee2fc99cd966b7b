/**
 * Patterns of paths: `*` and `?` within a name, `**` over folders, `[ab]`, `{a,b}`. Without a slash it is a name anywhere.
 * Takes time by the length of path and pattern multiplied, whatever they are. Pure.
 */
import { ToolError } from '../../serving/answer';

type Token =
  | { kind: 'one'; fits: (char: string) => boolean }
  /** Any number of characters but slashes. */
  | { kind: 'name' }
  /** Any number of characters. */
  | { kind: 'any' }
  /** Nothing, or anything that ends in a slash. */
  | { kind: 'folders' };

const MOST_ALTERNATIVES = 64;
const LONGEST = 500;

export type Matcher = (path: string) => boolean;

/** @throws ToolError for a pattern that is none */
export function globMatcher(pattern: string): Matcher {
  if (pattern.length > LONGEST) throw new ToolError(`The pattern is longer than ${LONGEST} characters.`);
  const plain = pattern.replace(/^(?:\.?\/)+/, '');
  const whole = plain.includes('/') ? plain : `**/${plain}`;
  const all = alternatives(whole).map(tokensOf);
  return (path) => all.some((tokens) => matches(tokens, path));
}

function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (done.length + open.length > MOST_ALTERNATIVES)
      throw new ToolError('The pattern has too many alternatives.');
    const inner = /\{([^{}]*)\}/.exec(next);
    if (!inner) {
      done.push(next);
      continue;
    }
    const before = next.slice(0, inner.index);
    const after = next.slice(inner.index + inner[0].length);
    open.push(...(inner[1] ?? '').split(',').map((one) => before + one + after));
  }
  return done;
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  const parts = /\*\*\/|\*+|\?|\[(!|\^)?(\]?[^\]]*)\]|\\?([\s\S])/gu;
  for (const [text, not, set, char] of pattern.matchAll(parts)) {
    if (text === '**/') tokens.push({ kind: 'folders' });
    else if (text.startsWith('**')) tokens.push({ kind: 'any' });
    else if (text === '*') tokens.push({ kind: 'name' });
    else if (text === '?') tokens.push({ kind: 'one', fits: (one) => one !== '/' });
    else if (set !== undefined) tokens.push({ kind: 'one', fits: oneOf(set, not !== undefined) });
    else tokens.push({ kind: 'one', fits: (one) => one === char });
  }
  return tokens;
}

function oneOf(set: string, isNot: boolean): (char: string) => boolean {
  const ranges = [...set.matchAll(/([\s\S])-([\s\S])|([\s\S])/gu)].map(([, from = '', to = '', one]) =>
    one === undefined ? [from, to] : [one, one],
  );
  return (char) =>
    char !== '/' && ranges.some(([from = '', to = '']) => from <= char && char <= to) !== isNot;
}

/** All ways at once, so that none is tried again. */
function matches(tokens: Token[], path: string): boolean {
  let states = reach(tokens, new Set([0]), true);
  let isAtStart = true;
  for (const char of path) {
    const next = new Set<number>();
    for (const state of states) {
      const token = tokens[state];
      if (!token) continue;
      if (token.kind === 'one') token.fits(char) && next.add(state + 1);
      else if (token.kind !== 'name' || char !== '/') next.add(state);
    }
    isAtStart = char === '/';
    states = reach(tokens, next, isAtStart);
    if (states.size === 0) return false;
  }
  return states.has(tokens.length);
}

/** What can be gone past without a character: folders only where a name begins. */
function reach(tokens: Token[], states: Set<number>, isNameStart: boolean): Set<number> {
  for (const state of states) {
    const kind = tokens[state]?.kind;
    const isOver = kind === 'name' || kind === 'any' || (kind === 'folders' && isNameStart);
    if (isOver) states.add(state + 1);
  }
  return states;
}
