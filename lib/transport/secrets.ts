/**
 * Finds what looks like a secret in text that was not meant to hold one: arguments of programs as the operator wrote
 * them, and messages of servers that quote what they were given. None of it is certain; masking too much costs a word.
 */
import { createHmac } from 'node:crypto';

export interface Span {
  from: number;
  to: number;
}

/** Prefixes of tokens, by the services that issue them. */
const KNOWN =
  /(?<![A-Za-z0-9])(?:gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|gl(?:pat|dt|ptt)-[\w-]{16,}|(?:sk|rk|pk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{12,}|figd_[\w-]{12,}|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{20,}|ya29\.[\w-]{16,}|eyJ[\w-]{8,2000}\.[\w-]{8,}(?:\.[\w-]*)?|ntn_\w{12,}|secret_\w{12,}|npm_\w{20,}|hf_\w{16,}|dop_v1_\w{16,}|SG\.[\w-]{12,200}\.[\w-]+|lin_api_\w{12,}|tvly-[\w-]{8,}|fc-[0-9a-f]{12,}|gsk_\w{12,}|pplx-\w{12,}|sntry[a-z]_[\w+/=-]{12,}|shp(?:at|ss|ca|pa)_\w{12,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{16,}|ATATT[\w=-]{12,}|whsec_\w{8,}|sbp_\w{12,}|vcp_\w{12,}|dapi[0-9a-f]{16,})/g;
const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
/** `scheme://user:password@host`; the second also finds passwords with characters that an address does not allow. */
const PASSWORD = /:\/\/[^\s:/?#@]*:([^\s/?#]*)@/g;
const ODD_PASSWORD = /:\/\/[^\s:/?#@]*:(?!\d+[/?#])([^\s@/?#]{0,200}[/?#][^\s@]{0,200})@/g;
/** A token in place of the user name. */
const TOKEN_USER = /:\/\/([^\s:/?#@]{12,})@/g;
const NAMED = /(?<![\w.-])([A-Za-z_-][\w.-]{0,80})["']?\s{0,4}[=:]\s{0,4}/g;
/** The value after a name; looked at only if the name is that of a secret. */
const VALUE = /"[^"]{0,4000}"|'[^']{0,4000}'|[^\s"'&;,]{1,4000}/y;
const SCHEME =
  /\b(?:Bearer|Basic|ApiKey|Authorization["']?\s{0,4}[:=]\s{0,4}["']?Token)[ :]{1,4}((?=[^\s"',;]*[0-9]|[^\s"',;]{16})[^\s"',;]{3,})/gi;
const WORD = /[A-Za-z0-9_+/=-]{20,}/g;
const UUID = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi;

const SECRET_WORDS = new Set(
  'password passwd passphrase pwd secret token apikey accesskey secretkey authkey credential credentials bearer pat jwt cookie authorization'.split(
    ' ',
  ),
);
/** "Key" names a secret only as the last word of a name, and only after certain other words. */
const KEY_OF =
  /(?:^|[-_. ])(?:api|access|private|secret|account|auth|license|licence|service|subscription|shared|master|encryption|signing|admin|app|client|bot|user|x)[-_. ]?key$/;
/** Last words of names that are merely about a secret. */
const ABOUT = new Set(
  'file path dir url uri type limit name id ttl mode method env header length expiry expires count budget endpoint'.split(
    ' ',
  ),
);

/** Whether something with this name is a secret: `apiKey`, `--token`, `DB_PASSWORD`. */
export function isSecretName(name: string): boolean {
  const plain = name
    .replace(/^-+/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const words = plain.split(/[-_. ]/);
  const last = words.at(-1) ?? '';
  if (ABOUT.has(last)) return false;
  return (
    words.some((word) => SECRET_WORDS.has(word)) || /^(?:key|pass|pw)$/.test(plain) || KEY_OF.test(plain)
  );
}

/** The parts of a standalone text that look like a secret; in order, without overlaps. */
export function secretSpans(text: string): Span[] {
  const found = [
    ...knownSpans(text),
    ...matches(text, UUID, 0),
    ...matches(text, WORD, 0).filter(isRandom(text)),
  ];
  return merged(found.filter(({ from, to }) => isLiteral(text.slice(from, to))));
}

/** The parts of a text that are known to be a secret by their prefix or by what precedes them. */
export function knownSecretSpans(text: string): Span[] {
  return merged(knownSpans(text).filter(({ from, to }) => isLiteral(text.slice(from, to))));
}

/** Like `secretSpans`, without what merely looks random: that may be a request id. */
function knownSpans(text: string): Span[] {
  return [
    ...matches(text, KNOWN, 0),
    ...matches(text, PEM, 0),
    ...[PASSWORD, ODD_PASSWORD, TOKEN_USER, SCHEME].flatMap((pattern) => matches(text, pattern, 1)),
    ...namedSpans(text),
  ];
}

function namedSpans(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(NAMED)) {
    const at = match.index + match[0].length;
    // Skips what is already inside a secret: searching it could be made to take very long on purpose.
    if (at < (found.at(-1)?.to ?? 0) || !isSecretName(match[1] ?? '')) continue;
    VALUE.lastIndex = at;
    const value = VALUE.exec(text)?.[0] ?? '';
    const isScheme = /^(?:bearer|basic|token|apikey)$/i.test(value);
    if (value === '' || isScheme || value.startsWith('//')) continue;
    const quote = /^["']/.test(value) ? 1 : 0;
    found.push({ from: at + quote, to: at + value.length - quote });
  }
  return found;
}

/** The text with each span replaced. */
export function masked(text: string, spans: readonly Span[], mask: (secret: string) => string): string {
  let at = 0;
  let out = '';
  for (const { from, to } of spans) {
    out += text.slice(at, from) + mask(text.slice(from, to));
    at = to;
  }
  return out + text.slice(at);
}

/**
 * Stands for a secret where servers are compared: the same for the same secret of the same server, and useless to
 * anybody without the key.
 * @param key Amber's secret
 */
export function secretMark(key: string, server: string, secret: string): string {
  const hash = createHmac('sha256', key).update(`amber: a secret of ${server}\n${secret}`).digest('hex');
  return `{secret:${hash.slice(0, 16)}}`;
}

export const HIDDEN = '[secret]';
/** Shorter values occur within ordinary words. */
const SHORTEST = 4;
const MOST_CLEANED = 20_000;

/** How much more is looked at than is wanted: what looks like a secret by itself is seldom longer. */
const REACH = 200;

export type Clean = (text: string, most?: number) => string;

/**
 * Removes these values, and what looks like a secret by itself, from text that people or logs get to see. Of a text
 * longer than `most` characters only about that many are looked at and returned, never ending in half a value.
 */
export function cleaner(secrets: readonly string[]): Clean {
  const known = secrets.filter((secret) => secret.trim().length >= SHORTEST);
  const spellings = known.flatMap((secret) => [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ]);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  const spaced = known.filter((secret) => /\s/.test(secret.trim())).map(withAnySpaces);
  const reach = REACH + 2 * (longestFirst[0]?.length ?? 0);
  return (text, most = MOST_CLEANED) => {
    const isCut = text.length > most + reach;
    const bare = longestFirst.reduce(
      (left, secret) => left.replaceAll(secret, HIDDEN),
      isCut ? text.slice(0, most + reach) : text,
    );
    const rest = spaced.reduce((left, pattern) => left.replace(pattern, HIDDEN), bare);
    const spans = merged(knownSpans(rest)).filter(({ from, to }) => rest.slice(from, to) !== HIDDEN);
    const out = masked(rest, spans, () => HIDDEN);
    return isCut ? out.slice(0, Math.max(0, out.length - reach)) || HIDDEN : out;
  };
}

/** Matches a value in a text even if its spaces and line breaks have been joined or broken. */
function withAnySpaces(secret: string): RegExp {
  return new RegExp(secret.trim().split(/\s+/).map(RegExp.escape).join('\\s+'), 'g');
}

function matches(text: string, pattern: RegExp, group: number): Span[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const value = match[group];
    if (!value) return [];
    const from = match.index + (group === 0 ? 0 : match[0].lastIndexOf(value));
    return [{ from, to: from + value.length }];
  });
}

/** A value that contains a `${NAME}` is not a literal. */
export function isLiteral(value: string): boolean {
  return !value.includes('${');
}

/** Letters and digits mixed as nobody writes them; not a path, a package name or an image digest. */
function isRandom(text: string): (span: Span) => boolean {
  return ({ from, to }) => {
    if (text.startsWith('sha256:', from - 7)) return false;
    return text
      .slice(from, to)
      .split(/[-_/]/)
      .some(
        (part) => part.length >= 16 && (part.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0) >= 3,
      );
  };
}

function merged(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from || b.to - a.to);
  const out: Span[] = [];
  for (const span of sorted) {
    const last = out.at(-1);
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to);
    else out.push({ ...span });
  }
  return out;
}
