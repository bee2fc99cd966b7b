/** Numbers, money and percentages in a text: "3", "three", "450", "€1,200.50", "450 EUR", "19%", "1.2k". */

export interface FoundNumber {
  start: number;
  end: number;
  value: number;
  /** Two decimals, such as "1200.50". */
  decimal: string;
  percent: boolean;
  /** ISO 4217, if the text names one. */
  currency?: string;
}

const SIGNS: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP' };
const CURRENCIES = 'EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|CAD|AUD|JPY|euros?|dollars?|pounds?';
const WORD_CURRENCY: Record<string, string> = { euro: 'EUR', dollar: 'USD', pound: 'GBP' };
const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const DIGITS = new RegExp(
  String.raw`(?<![\w.,+-])(-)?([€$£])?\s?(\d(?:[\d.,]{0,20}\d)?)(k\b)?(\s?%|\s?percent\b)?(?:\s?(${CURRENCIES})\b)?(?:\s?([€$£]))?(?![\w-])`,
  'gi',
);
const WORDS = new RegExp(String.raw`\b(${NUMBER_WORDS.join('|')})\b`, 'gi');

/** In order of position. ISO dates and references do not count as numbers. */
export function findNumbers(text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of text.matchAll(DIGITS)) {
    const [whole, minus, sign, digits = '', thousands, percent, name, signAfter] = match;
    const currency = currencyOf(sign ?? signAfter, name);
    const parsed = parseDigits(digits, currency !== undefined);
    if (parsed === undefined) continue;
    const value = (minus ? -1 : 1) * parsed * (thousands ? 1000 : 1);
    const lead = whole.length - whole.trimStart().length;
    found.push({
      start: match.index + lead,
      end: match.index + whole.length,
      value,
      decimal: value.toFixed(2),
      percent: percent !== undefined,
      ...(currency && { currency }),
    });
  }
  for (const match of text.matchAll(WORDS)) {
    const value = NUMBER_WORDS.indexOf(match[0].toLowerCase()) + 1;
    const end = match.index + match[0].length;
    found.push({ start: match.index, end, value, decimal: value.toFixed(2), percent: false });
  }
  return found.sort((a, b) => a.start - b.start);
}

function currencyOf(sign: string | undefined, name: string | undefined): string | undefined {
  if (sign) return SIGNS[sign];
  if (!name) return undefined;
  return WORD_CURRENCY[name.toLowerCase().replace(/s$/, '')] ?? name.toUpperCase();
}

/**
 * Of two different separators the last is the decimal one. A single comma before exactly three digits groups thousands;
 * so does a point, but only in money, which has at most two decimals.
 */
function parseDigits(digits: string, isMoney: boolean): number | undefined {
  const lastComma = digits.lastIndexOf(',');
  const lastPoint = digits.lastIndexOf('.');
  let plain = digits;
  if (lastComma >= 0 && lastPoint >= 0) {
    plain = lastComma > lastPoint ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  } else if (lastComma >= 0) {
    const grouped = /^\d{1,3}(?:,\d{3})+$/.test(digits);
    plain = grouped ? digits.replaceAll(',', '') : digits.replace(',', '.');
  } else if (isMoney && /^\d{1,3}(?:\.\d{3})+$/.test(digits)) {
    plain = digits.replaceAll('.', '');
  }
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** Exact cents of a decimal string such as "-1200.5"; undefined for anything else. */
export function toCents(decimal: string): bigint | undefined {
  const match = /^(-)?(\d{1,18})(?:\.(\d{1,2}))?$/.exec(decimal.trim());
  if (!match) return undefined;
  const [, minus, whole = '0', part = ''] = match;
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return minus ? -cents : cents;
}

/** 120050n -> "1,200.50". */
export function fromCents(cents: bigint): string {
  const positive = cents < 0n ? -cents : cents;
  const whole = (positive / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0n ? '-' : ''}${whole}.${(positive % 100n).toString().padStart(2, '0')}`;
}

/** Orders decimal strings by value; anything unparsable counts as 0. */
export function compareCents(one: string, other: string): number {
  const [a, b] = [toCents(one) ?? 0n, toCents(other) ?? 0n];
  return a < b ? -1 : Number(a > b);
}
