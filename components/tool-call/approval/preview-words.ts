/** What a preview says, in the words of the page and in one line. */
import { calendarDay } from '@/components/shown/say-time';
import { ownLines } from '@/components/words/own-words';
import { currentIntl, say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

type Whose = Pick<ApprovalView, 'server' | 'trusted'>;
type Line = NonNullable<ApprovalView['preview']>['lines'][number];

/** What its preview says, in the words of the page. */
export function linesOf(approval: Whose & Pick<ApprovalView, 'preview'>) {
  return ownLines(approval, forPeople(approval, approval.preview?.lines ?? []));
}

/** By which our workspace knows an effect again; people see the changes themselves. Of every other server all lines are shown. */
export function forPeople(whose: Whose, lines: readonly Line[]): Line[] {
  const isOurs = whose.trusted && whose.server === WORKSPACE_SERVER;
  return lines.filter(
    ({ label, value }) => !(isOurs && label === 'Fingerprint' && /^[0-9a-f]{32}$/.test(value)),
  );
}

/**
 * "Halden Optics, 2 orders, 1 draft invoice": what it is about, labels that count, and other values with their
 * label before them ("INV-1182 (90.00 EUR), Mail to a@b.example"). Empty without a preview.
 */
export function previewSummary(approval: Pick<ApprovalView, 'server' | 'trusted' | 'preview'>): string {
  const words = new Set<string>();
  for (const { label, value, amount } of linesOf(approval)) {
    // A line without a label goes on with what the line above began.
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

/** A sum as our own tools write it; of others nobody knows whether a comma stands between thousands. */
const SUM = /^-?\d{1,3}(?:,\d{3})*\.\d{2}(?= [A-Z]{3}$)/;

/** `4,780.00 EUR` as the reader's language has it; sums of several currencies stay apart. */
export function amountWords(amount: string): string {
  const numbers = new Intl.NumberFormat(currentIntl(), { minimumFractionDigits: 2 });
  const sums = amount.split(' + ').map((sum) => {
    return sum.replace(SUM, (digits) => numbers.format(digits.replaceAll(',', '') as `${number}`));
  });
  return sums.join(' + ');
}
