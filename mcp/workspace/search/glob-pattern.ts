/**
 * Path patterns: `*` and `?` within a name, `**` across folders, `[ab]`, `{a,b}`. A pattern without a slash matches a
 * name anywhere. Takes time proportional to the length of the path times that of the pattern, whatever they are. Pure.
 */
import { ToolError } from '../../serving/answer';

type Token =
  | { kind: 'one'; fits: (char: string) => boolean; source?: string }
  /** Any number of characters other than slashes. */
  | { kind: 'name' }
  /** Any number of characters. */
  | { kind: 'any' }
  /** Nothing, or anything that ends with a slash. */
  | { kind: 'folders' };

const MOST_ALTERNATIVES = 64;
const LONGEST = 500;

export type Matcher = (path: string) => boolean;

/** @throws ToolError for an invalid pattern */
export function globMatcher(pattern: string): Matcher {
  if (pattern.length > LONGEST) throw new ToolError(`The pattern is longer than ${LONGEST} characters.`);
  const plain = pattern.replace(/^(?:\.?\/)+/, '');
  const whole = plain.includes('/') ? plain : `**/${plain}`;
  const all = alternatives(whole).map(tokensOf).map(matcherOf);
  return (path) => all.some((matches) => matches(path));
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
    else if (text === '?') tokens.push({ kind: 'one', fits: (one) => one !== '/', source: '[^/]' });
    else if (set !== undefined) tokens.push({ kind: 'one', fits: oneOf(set, not !== undefined) });
    else tokens.push({ kind: 'one', fits: (one) => one === char, source: escaped(char ?? '') });
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

/** With up to this many wildcards of any length, a regular expression cannot take long either. */
const FEW = 2;

function matcherOf(tokens: Token[]): Matcher {
  const few = tokens.filter(({ kind }) => kind !== 'one').length <= FEW;
  const sources = tokens.map(sourceOf);
  if (!few || sources.includes(undefined)) return (path) => matches(tokens, path);
  const expression = new RegExp(`^${sources.join('')}$`, 'su');
  return (path) => expression.test(path);
}

function sourceOf(token: Token, at: number, all: readonly Token[]): string | undefined {
  switch (token.kind) {
    case 'one':
      return token.source;
    case 'name':
      return '[^/]*';
    case 'any':
      return '.*';
    case 'folders': {
      const before = all[at - 1];
      // Anywhere else it matches only where a name begins.
      const isName = before === undefined || (before.kind === 'one' && before.source === '\\/');
      return isName ? '(?:.*\\/)?' : undefined;
    }
  }
}

function escaped(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Follows all alternatives at once, so it never backtracks. */
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

/** Adds what can be skipped without consuming a character; folders only at the start of a name. */
function reach(tokens: Token[], states: Set<number>, isNameStart: boolean): Set<number> {
  for (const state of states) {
    const kind = tokens[state]?.kind;
    const isOver = kind === 'name' || kind === 'any' || (kind === 'folders' && isNameStart);
    if (isOver) states.add(state + 1);
  }
  return states;
}
