/**
 * Words to stems, so that "listing", "lists" and "list" are one. English endings after M. Porter, "An algorithm for
 * suffix stripping" (1980); and the German plural's -en, which few English words end in.
 */

/** A vowel, or a y after a consonant. */
const VOWEL = /[aeiou]|(?<=[^aeiou])y/;
const SEQUENCE = /(?:[aeiou]|(?<=[^aeiou])y)+(?:(?!(?<=[^aeiou])y)[^aeiou])+/g;

/** How many times vowels are followed by consonants: Porter's measure. */
function measure(stem: string): number {
  return stem.match(SEQUENCE)?.length ?? 0;
}

const endsShort = (stem: string) => /(?:^|[^aeiou])[^aeiou][aeiouy][^aeiouwxy]$/.test(stem);

/** Endings with what replaces them, longest first where one ends another; they go when something is left. */
const DERIVED: [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['ization', 'ize'],
  ['isation', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

/** Endings that go when more than a syllable is left. */
const LAST = /^(.+?)(?:ance|ence|able|ible|ant|ent|ism|ate|iti|ous|ive|ize|(?<=[st])ion|al|ic|ou)$/;

/** English words that the German ending would make another word of. */
const NOT_GERMAN = new Set(['listen', 'children', 'tokens', 'screen']);

/** @param word in small Latin letters without accents; anything else comes back as it is */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let stem = withoutPlural(word);
  stem = withoutTense(stem);
  if (/[^aeiou]y$/.test(stem) && stem.length > 2) stem = `${stem.slice(0, -1)}i`;
  stem = withoutEnding(stem);
  stem = withoutEnding(stem);
  const left = LAST.exec(stem)?.[1];
  if (left !== undefined && measure(left) > 1) stem = left;
  if (stem.endsWith('e')) {
    const short = stem.slice(0, -1);
    if (measure(short) > 1 || (measure(short) === 1 && !endsShort(short))) stem = short;
  }
  if (stem.endsWith('ll') && measure(stem) > 1) stem = stem.slice(0, -1);
  return stem;
}

function withoutPlural(word: string): string {
  if (word.length > 5 && word.endsWith('en') && !NOT_GERMAN.has(word)) return word.slice(0, -2);
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}${word.length > 4 ? 'y' : 'ie'}`;
  if (/[^aeious]s$|[aeo]s$/.test(word) && word.length > 3) return word.slice(0, -1);
  return word;
}

function withoutTense(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const left = /^(.+)(?:ed|ing)$/.exec(word)?.[1];
  if (left === undefined || !VOWEL.test(left)) return word;
  if (/(?:at|bl|iz)$/.test(left)) return `${left}e`;
  if (/([^aeioulsz])\1$/.test(left)) return left.slice(0, -1);
  return measure(left) === 1 && endsShort(left) ? `${left}e` : left;
}

function withoutEnding(word: string): string {
  for (const [ending, instead] of DERIVED) {
    if (!word.endsWith(ending)) continue;
    const left = word.slice(0, -ending.length);
    return measure(left) > 0 ? left + instead : word;
  }
  return word;
}
