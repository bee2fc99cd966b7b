/** The names of a result's fields, in a row and on a card: the same words that an answer uses for them. */
import { monthOf } from './cell-words';

const SHORT_FOR = /^(?:iban|id|vat|url|bic)$/i;

/** `dueDate` and `due_date` as "Due date"; `customer.name` and `customerName` as "Customer"; `2026-10` as "Oct 2026". */
export function labelOf(path: readonly string[]): string {
  const last = path.at(-1) ?? '';
  if (/^\d{4}-\d{2}$/.test(last)) return monthOf(last);
  // The name of a thing is what people call it.
  const isName = path.length > 1 && /^name$/i.test(last);
  const named = (isName ? path.slice(0, -1) : path).map((name) => name.replace(/(?<=.)(?:Name|_name)$/, ''));
  const words = named
    .join(' ')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+(?=\D)/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => (SHORT_FOR.test(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * `months[0]` as "Months 1", `lines[1].unitPrice` as "Lines 2, Unit price".
 * @param said the words for a name
 */
export function pathLabel(path: string, said = (label: string) => label): string {
  const steps = path.match(/\[\d+\]|\[".*?"\]|[^.[\]]+/g) ?? [];
  return steps.reduce((words, step) => {
    const [, index] = /^\[(\d+)\]$/.exec(step) ?? [];
    if (index !== undefined) return `${words} ${Number(index) + 1}`.trim();
    const label = said(labelOf([step.replace(/^\["(.*)"\]$/, '$1')]));
    return words === '' ? label : `${words}, ${label}`;
  }, '');
}

/**
 * Unique labels of these fields: by the whole path if two would be the same.
 * @param titles the tool's names for them, if it gives any
 */
export function labelsOf(
  paths: readonly (readonly string[])[],
  titles: readonly (string | undefined)[] = [],
): string[] {
  const labels = paths.map((path, at) => titles[at] ?? labelOf(path));
  return labels.map((label, at) => {
    const isAlone = labels.indexOf(label) === at && labels.lastIndexOf(label) === at;
    return isAlone ? label : `${label} (${(paths[at] ?? []).join('.')})`;
  });
}

/** Whether a figure with this name is a percentage; a bare "rate" may be anything. */
export function isPercentage(name: string): boolean {
  return /^(?:tax|vat|interest|discount)_?rate$|percent(?:age)?$/i.test(name);
}
