/**
 * Our own tools' texts in the language of the page: their titles, what they do, and the labels of their previews and
 * results. The tools say them in English, to programs and models as well, and that is what is stored and judged; the
 * page knows those exact texts (`german/own`) and shows its own. Unknown texts, and those of other tools, stay as they
 * came.
 */
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { BUILT_IN_SERVER, OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import { type Language, put } from './language';
import { changeWords } from './own-changes';
import { currentIntl, currentLanguage } from './say';
import { told } from './told';

/** Prefixes of their keys, so that the same words from elsewhere are not mistaken for theirs. */
export const OWN = { business: 'own:', workspace: 'own-workspace:' } as const;

/** Those of the workspace are on the page only if there is a workspace; otherwise another server may have its name. */
const WORDS: Readonly<Record<string, string>> = {
  [OWN_SERVER]: OWN.business,
  [BUILT_IN_SERVER]: OWN.business,
  [WORKSPACE_SERVER]: OWN.workspace,
};

/**
 * The origin of the words. If trust is not stored beside the name, the name alone decides: no other server can have it.
 */
export interface Whose {
  server: string;
  trusted?: boolean;
}

type Line = NonNullable<ApprovalView['preview']>['lines'][number];

export function isOurs({ server, trusted = true }: Whose): boolean {
  return trusted && Object.hasOwn(WORDS, server);
}

/**
 * Whether figures may be reformatted for the reader: not for a server that has the workspace's name where there is no
 * workspace.
 */
const isOfBusiness = (whose: Whose) => isOurs(whose) && WORDS[whose.server] === OWN.business;

/** A title, a sentence, or the name of a field. */
export function ownWords(whose: Whose, text: string): string {
  return known(whose, text) ?? text;
}

/** A preview's labels for what is affected. Names of records belong to nobody's vocabulary and stay. */
export function ownLines(whose: Whose, lines: readonly Line[]): Line[] {
  return lines.map((line, place) => ({
    ...line,
    label: known(whose, line.label) ?? counted(whose, '', line.label) ?? line.label,
    value: valueWords(whose, lines, place) ?? line.value,
  }));
}

/** The message of a tool that has done something: its sentence, and counts such as `2 orders` in it. */
export function ownMessage(whose: Whose, text: string): string {
  const sentence = told(text);
  // Names of records stay as they are: counts are translated only if the sentence is ours, and only at the end of a
  // part of it.
  if (!isOurs(whose) || sentence === text) return text;
  return sentence.replace(COUNTED, (part) => counted(whose, '', part) ?? part);
}

const COUNTED = /(?<=[:,] )\d{1,3}(?:,\d{3})* [a-z][a-z ]{2,40}(?= \(|, |\.$)/g;

/** Translates only values that our own code writes under this label: `Balance: still on it`, `: and # more`. */
function valueWords(whose: Whose, lines: readonly Line[], place: number): string | undefined {
  const { label = '', value = '' } = lines[place] ?? {};
  const head = lines.slice(0, place + 1).findLastIndex((line) => line.label !== '');
  const quantity = quantityOf(whose, lines[head]?.label ?? '', value);
  if (quantity !== undefined) return quantity;
  const word = (state: string) => known(whose, `${label}: ${state}`);
  if (label !== '')
    return word(value) ?? counted(whose, `${label}: `, value) ?? changed(whose, label, value, word);
  if (isRest(lines, head, place)) return counted(whose, ': and ', value.replace(/^and /, ''));
  return known(whose, `${lines[head]?.label ?? ''} …: ${value}`);
}

const changed = (whose: Whose, label: string, value: string, word: (state: string) => string | undefined) =>
  isOfBusiness(whose) ? changeWords(label, value, currentIntl(), word) : undefined;

/** `2.125 x Glazing`, in the lines of an invoice: in German that point would read as a thousands separator. */
function quantityOf(whose: Whose, head: string, value: string): string | undefined {
  const [, amount, what] = (isOfBusiness(whose) && OF_LINES.test(head) && QUANTITY.exec(value)) || [];
  if (amount === undefined) return undefined;
  const number = new Intl.NumberFormat(currentIntl(), { maximumFractionDigits: 6 }).format(Number(amount));
  return `${number} x ${what}`;
}

const OF_LINES = /^[\d,]+ lines?$/;
const QUANTITY = /^(\d{1,12}(?:\.\d{1,6})?) x (.+)$/s;

/**
 * Whether the line ends a group with the right number of remaining items: an item of the group may have such a name as
 * well.
 */
function isRest(lines: readonly Line[], head: number, place: number): boolean {
  if (lines[place + 1]?.label === '') return false;
  const [all, more] = [COUNT.exec(lines[head]?.label ?? ''), REST.exec(lines[place]?.value ?? '')];
  return all !== null && more !== null && numberOf(all[1]) === place - head + numberOf(more[1]);
}

const COUNT = /^(\d{1,3}(?:,\d{3})*|\d+) (.+)$/s;
const REST = /^and (\d{1,3}(?:,\d{3})*) more(?:, together)?$/;

const numberOf = (digits = '') => Number(digits.replaceAll(',', ''));

/** `2,113 transactions` by the message of `# transactions`. */
function counted(whose: Whose, before: string, text: string): string | undefined {
  const [, digits, what] = COUNT.exec(text) ?? [];
  const values = { count: numberOf(digits) };
  return digits === undefined ? undefined : known(whose, `${before}# ${what}`, values);
}

/** The same for what only the server writes. */
export function ownWordsIn(language: Language, whose: Whose, text: string): string {
  return knownIn(language, whose, text) ?? text;
}

function known(whose: Whose, text: string, values = {}): string | undefined {
  return knownIn(currentLanguage(), whose, text, values);
}

function knownIn(language: Language, whose: Whose, text: string, values = {}): string | undefined {
  if (!isOurs(whose)) return undefined;
  const key = `${WORDS[whose.server]}${text}`;
  return Object.hasOwn(language.messages, key) ? put(language, key, values) : undefined;
}
