/**
 * Parses a figure from a field. `1,000` is a thousand to one reader and one to another: if in doubt, it is rejected.
 */
import { currentIntl } from '@/components/words/say';

const MILLIONTHS = 1_000_000;
/** Beyond it a number is not exact any more, and nobody means it. */
const MOST = 1_000_000_000_000_000;

/** @returns money in millionths; null: the field is empty; undefined: it is ambiguous or not a figure */
export function figureIn(written: string, isMoney: boolean): number | null | undefined {
  // Keyboards differ in the space that they write between thousands.
  const words = written.trim().replace(/[\s\u00a0\u202f'’]/g, '');
  if (words === '') return null;
  const { decimal, group } = separators();
  const escaped = `\\${group}`;
  const whole = `(?:\\d+|\\d{1,3}(?:${escaped}\\d{3})+)`;
  const pattern = isMoney ? `^${whole}(?:\\${decimal}\\d{1,6})?$` : `^${whole}$`;
  if (!new RegExp(pattern).test(words)) return undefined;
  const value = Number(words.replaceAll(group, '').replace(decimal, '.'));
  const amount = Math.round(value * (isMoney ? MILLIONTHS : 1));
  return amount <= MOST ? amount : undefined;
}

/** The reverse: formats a figure so that it is read back as exactly this one. */
export function figureWritten(figure: number, isMoney: boolean): string {
  const exact = new Intl.NumberFormat(currentIntl(), { maximumFractionDigits: isMoney ? 6 : 0 });
  return exact.format(isMoney ? figure / MILLIONTHS : figure);
}

/** Of the reader's language. */
function separators(): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(currentIntl(), { minimumFractionDigits: 1 }).formatToParts(1_000_000);
  const of = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: of('decimal') || '.', group: of('group') || ',' };
}
