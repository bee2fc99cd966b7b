/**
 * Words as the offline model compares them: lower case, without endings ("owing", "owes" and "owe" are one),
 * and without the small words that carry no meaning of their own.
 */

/** Forms that the rules below would miss or spoil. */
const IRREGULAR: Record<string, string> = {
  people: 'person',
  paid: 'pay',
  sent: 'send',
  made: 'make',
  spent: 'spend',
  owed: 'ow',
  done: 'do',
  gave: 'give',
  status: 'status',
  statuses: 'status',
  tax: 'tax',
  taxes: 'tax',
  vat: 'vat',
};

const SMALL_WORDS = new Set(
  `a an the this that these those my our your his her its their all any some every each of for from to in on at by
  with as into onto than then and or but if so is are was were be been being am do does did has have had i me we us
  you he she it they them who whom whose which what when where why how there here please just also only now can
  could would will should may might shall must let lets about per via up out off over under not no yes ok okay
  unless except without excluding whether though although want need like get got thanks thank hi hello hey many much few more most latest newest recent recently last first
  top new other different such like another everything anything something still currently right really go ahead one ones`.split(
    /\s+/,
  ),
);

/** Endings off, spelling of -ise/-ize united. Not a word of English any more, but the same for all its forms. */
export function stem(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '');
  if (Object.hasOwn(IRREGULAR, lower)) return IRREGULAR[lower] ?? lower;
  if (lower.length < 3 || !/^[a-z]+$/.test(lower)) return lower;
  const unified = lower.replace(/is(e|es|ed|ing|ation|ations)$/, 'iz$1').replace(/ization(s?)$/, 'ize');
  return finish(withoutVerbEnding(withoutPlural(unified)));
}

function withoutPlural(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (/ied$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  const base = /ing$/.test(word) ? word.slice(0, -3) : /ed$/.test(word) ? word.slice(0, -2) : undefined;
  const shortest = word.endsWith('ed') ? 3 : 2;
  return base !== undefined && base.length >= shortest && /[aeiouy]/.test(base) ? base : word;
}

function finish(word: string): string {
  const single = /([b-df-hj-np-tv-z])\1$/.test(word) && word.length > 4 ? word.slice(0, -1) : word;
  return single.length > 2 && single.endsWith('e') ? single.slice(0, -1) : single;
}

/** Whether a word says nothing by itself. Takes the word, not its stem. */
export function isSmallWord(word: string): boolean {
  return SMALL_WORDS.has(word.toLowerCase());
}

/** `customerId`, `invoice_create_draft`, `list-events`, `HTTPServer` -> their words, lower case. */
export function splitName(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The stems of a text's words that mean something, each once, in order. Reads at most `limit` characters. */
export function stemsOf(text: string, limit = 600): string[] {
  const words = text.slice(0, limit).match(/[A-Za-z][A-Za-z'’]*/g) ?? [];
  const stems = words.flatMap((word) => splitName(word)).filter((word) => !isSmallWord(word));
  return [...new Set(stems.map(stem))];
}

/** "unitPrice" -> "unit price". */
export function inWords(name: string): string {
  return splitName(name).join(' ');
}

/** "unit price" -> "Unit price". */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const UNCHANGED = /(?:[^aeiou]ed|staff|people|series|spending|information|data|news|money|equipment)$/;

/** "invoice" -> "invoices", "category" -> "categories". Words that have no plural stay. */
export function plural(word: string): string {
  if (UNCHANGED.test(word) || /[^su]s$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (word === 'person') return 'people';
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** "invoices" -> "invoice"; the way back of `plural`. */
export function singular(word: string): string {
  if (word === 'people') return 'person';
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** "1 order", "2 orders". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular(noun) : plural(singular(noun))}`;
}
