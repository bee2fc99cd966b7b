/** A text cut into tokens that know where they stand, so that what has been understood can be crossed out. */
import { stem } from './words';

export type TokenKind = 'word' | 'number' | 'code' | 'email' | 'quote' | 'mark';

export interface Token {
  kind: TokenKind;
  /** Without quotation marks and without a possessive ending. */
  text: string;
  stem: string;
  /** Where it stands in the text, `end` exclusive. */
  start: number;
  end: number;
  capital: boolean;
  /** "Paula's", "Optics'". */
  possessive: boolean;
}

/** Longest first, each without nested repetition, so that no text makes them slow. */
const PATTERNS: ReadonlyArray<readonly [TokenKind, string]> = [
  [
    'quote',
    String.raw`"[^"\n]{1,200}"|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]|«[^»\n]{1,200}»|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])`,
  ],
  // Emphasis in markdown says where a value begins and ends, just as quotation marks do.
  [
    'quote',
    String.raw`\*\*[^*\n]{1,200}\*\*|(?<!\w)__[^_\n]{1,200}__(?!\w)|\x60[^\x60\n]{1,200}\x60|(?<![\w*])\*(?! )[^*\n]{1,200}\*(?![\w*])|(?<!\w)_(?! )[^_\n]{1,200}_(?!\w)`,
  ],
  ['email', String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}`],
  ['code', String.raw`https?:\/\/[^\s"'<>]{1,300}`],
  ['code', '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'],
  ['code', String.raw`\+\d[\d ()\/-]{5,20}\d`],
  ['number', String.raw`\d{4}-\d{2}-\d{2}(?:T[\d:.]{4,15}Z?)?`],
  [
    'code',
    String.raw`(?<![\p{L}\p{N}])[A-Za-z]{1,8}-\d[\w-]{0,40}|[a-z]{2,10}_\w{2,64}|#\d{1,12}|[A-Z]{2,6}\d{2,}[A-Z0-9]{0,20}`,
  ],
  ['number', String.raw`[€$£]?\d(?:[\d.,]{0,20}\d)?(?:k\b|%)?`],
  ['word', String.raw`[\p{L}_](?:[\p{L}\p{M}\p{N}_]|[-'’.](?=[\p{L}\p{N}])(?![’']?s(?![\p{L}\p{N}]))){0,80}`],
  ['mark', String.raw`[^\s]`],
];

const TOKEN = new RegExp(PATTERNS.map(([, pattern]) => `(${pattern})`).join('|'), 'gu');
const POSSESSIVE = /^['’]s?(?![\p{L}\p{N}])/u;
const MOST_TOKENS = 1000;

/** At most the first thousand tokens of a text. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match && tokens.length < MOST_TOKENS; match = TOKEN.exec(text)) {
    const group = match.slice(1).findIndex((part) => part !== undefined);
    const kind = PATTERNS[group]?.[0] ?? 'mark';
    const token = makeToken(kind, match[0], match.index);
    const possessive = kind === 'mark' ? null : POSSESSIVE.exec(text.slice(token.end, token.end + 3));
    if (possessive) {
      token.possessive = true;
      token.end += possessive[0].length;
      TOKEN.lastIndex = token.end;
    }
    tokens.push(token);
  }
  return tokens;
}

const WRAPPINGS = ['""', '“”', '„“', '„”', '«»', "''", '****', '____', '``', '**', '__'].map((pair) => [
  pair.slice(0, pair.length / 2),
  pair.slice(pair.length / 2),
]);

/** Without the quotation and emphasis marks around it, however many there are. */
export function unwrapped(text: string): string {
  const inner = text.trim();
  const pair = WRAPPINGS.find(
    ([open = '', close = '']) =>
      inner.length > open.length + close.length && inner.startsWith(open) && inner.endsWith(close),
  );
  return pair ? unwrapped(inner.slice(pair[0]?.length, -(pair[1]?.length ?? 1))) : inner;
}

function makeToken(kind: TokenKind, raw: string, start: number): Token {
  const text = kind === 'quote' ? unwrapped(raw) : raw;
  return {
    kind,
    text,
    stem: kind === 'word' ? stem(text) : text.toLowerCase(),
    start,
    end: start + raw.length,
    capital: /^\p{Lu}/u.test(text),
    possessive: false,
  };
}

/** A stretch of the text, `end` exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** Remembers which stretches of a text have been understood. */
export class CrossedOut {
  readonly #stretches: Stretch[];

  constructor(stretches: readonly Stretch[] = []) {
    this.#stretches = [...stretches];
  }

  add(stretch: Stretch): void {
    this.#stretches.push({ start: stretch.start, end: stretch.end });
  }

  has(stretch: Stretch): boolean {
    return this.#stretches.some((done) => done.start < stretch.end && stretch.start < done.end);
  }
}
