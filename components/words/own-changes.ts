/**
 * `draft → sent`, `13.5 % → 19 %`: how undoing a call describes the change of a field, in the language of the page.
 * Only for fields whose values our own code writes; text that people have written, even with an arrow in it, stays as
 * it is. Pure.
 */
import { calendarDate } from './calendar-date';

/** By label: a rate, a sum, a sum without its currency. */
const FIGURES: readonly (readonly [label: RegExp, figure: RegExp])[] = [
  [/^Tax rate$/, /^(-?\d{1,9}(?:\.\d{1,4})?)( %)$/],
  [/^Total$/, /^(-?\d{1,3}(?:,\d{3})*\.\d{2})( [A-Z]{3})$/],
  [/^Monthly budget$/, /^(-?\d{1,3}(?:,\d{3})*\.\d{2})()$/],
];
const OF_DAYS = /^(?:Due|Ordered)$/;

/**
 * @param word for a state under this label, if it has one
 * @returns undefined if it is not such a change
 */
export function changeWords(
  label: string,
  value: string,
  intl: string,
  word: (state: string) => string | undefined,
): string | undefined {
  const [now, then, ...more] = value.split(' → ');
  if (now === undefined || then === undefined || more.length > 0) return undefined;
  const said = [now, then].map((part) => word(part) ?? figureWords(label, part, intl) ?? part);
  return said.join(' → ');
}

function figureWords(label: string, part: string, intl: string): string | undefined {
  if (OF_DAYS.test(label)) {
    const day = calendarDate(part);
    return day && new Intl.DateTimeFormat(intl, { timeZone: 'UTC', dateStyle: 'medium' }).format(day);
  }
  const figure = FIGURES.find(([of]) => of.test(label))?.[1];
  const [, digits, unit] = figure?.exec(part) ?? [];
  if (digits === undefined) return undefined;
  const places = /\.(\d+)/.exec(digits)?.[1]?.length ?? 0;
  const number = new Intl.NumberFormat(intl, { minimumFractionDigits: places, maximumFractionDigits: 4 });
  return `${number.format(Number(digits.replaceAll(',', '')))}${unit}`;
}
