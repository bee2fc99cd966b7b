/** A preview in the words of the page, and as one line. */
import { calendarDay } from '@/components/shown/say-time';
import { valueRows } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { ownLines } from '@/components/words/own-words';
import { currentIntl, say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

type Whose = Pick<ApprovalView, 'server' | 'trusted'>;
type Line = NonNullable<ApprovalView['preview']>['lines'][number];

/** Its preview in the words of the page. */
export function linesOf(approval: Whose & Pick<ApprovalView, 'preview'>) {
  return ownLines(approval, forPeople(approval, approval.preview?.lines ?? []));
}

/**
 * Drops the fingerprint by which our workspace recognises an effect, since people see the changes themselves. For any
 * other server all lines are shown.
 */
export function forPeople(whose: Whose, lines: readonly Line[]): Line[] {
  const isOurs = whose.trusted && whose.server === WORKSPACE_SERVER;
  return lines.filter(
    ({ label, value }) => !(isOurs && label === 'Fingerprint' && /^[0-9a-f]{32}$/.test(value)),
  );
}

/**
 * "Halden Optics, 2 orders, 1 draft invoice": the subject, counts, and other values after their labels ("INV-1182
 * (90.00 EUR), Mail to a@b.example"). Empty without a preview.
 */
export function previewSummary(approval: Pick<ApprovalView, 'server' | 'trusted' | 'preview'>): string {
  const words = new Set<string>();
  for (const { label, value, amount } of linesOf(approval)) {
    // A line without a label continues the line above.
    if (label.trim() === '') continue;
    const sum = amount === undefined ? '' : ` (${amountWords(amount)})`;
    const facts = `${calendarDay(value) ?? value}${sum}`;
    if (/^\d/.test(label)) words.add(label);
    else words.add(words.size === 0 ? facts : say('preview.fact', { label, facts }));
  }
  const shown = [...words].slice(0, 4);
  const left = words.size - shown.length;
  const all = shown.join(say('preview.between'));
  return left > 0 ? say('edit.and-more', { shown: all, count: left }) : all;
}

/** The most arguments that are named; what is longer than a name, in characters, comes after what is not. */
const NAMED = 3;
const LONGER = 80;

/** Arguments by their names, where no preview says what a call is about: `path /srv/b.txt`. Never secrets. */
export function argumentWords(input: unknown): string {
  const isLong = (text: string) => text.length > LONGER || text.includes('\n');
  return valueRows(input)
    .filter(({ path, value }) => path !== '' && (value.kind === 'text' || value.kind === 'exact'))
    .sort((one, other) => Number(isLong(one.value.text)) - Number(isLong(other.value.text)))
    .slice(0, NAMED)
    .map(({ path, value }) => `${path} ${value.text}`)
    .join(', ');
}

/** Characters of a line. */
const LONGEST = 120;

/** The words on one line, short, without hidden characters. */
export function onOneLine(words: string): string {
  const shown = visibleString(words.replace(/\s+/g, ' '));
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
}

/** An amount as our own tools write it; in others' amounts the meaning of a comma is unknown. */
const SUM = /^-?\d{1,3}(?:,\d{3})*\.\d{2}(?= [A-Z]{3}$)/;

/** `4,780.00 EUR` formatted in the reader's language; amounts of several currencies stay separate. */
export function amountWords(amount: string): string {
  const numbers = new Intl.NumberFormat(currentIntl(), { minimumFractionDigits: 2 });
  const sums = amount.split(' + ').map((sum) => {
    return sum.replace(SUM, (digits) => numbers.format(digits.replaceAll(',', '') as `${number}`));
  });
  return sums.join(' + ');
}
