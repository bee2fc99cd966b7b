/**
 * Amounts and times of a result formatted in the reader's language. Formatters are cached: a result has thousands of
 * cells.
 */

/** The locale in which the page writes numbers and dates. */
export function readerLocale(): string {
  const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
  return language.startsWith('de') ? 'de-DE' : 'en-GB';
}

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function formatter<Made extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Made,
): Made {
  const made = (kept.get(key) as Made | undefined) ?? make();
  kept.set(key, made);
  return made;
}

/** `1350.00` and `EUR` as `1,350.00 EUR`. Digits are never dropped or rounded. */
export function moneyWords(decimal: string, currency: unknown, locale = readerLocale()): string {
  const places = decimal.split('.')[1]?.length ?? 0;
  const numbers = formatter(`${locale} ${places}`, () => {
    return new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places });
  });
  // As text every digit counts; as a number the last ones would be rounded.
  const words = numbers.format(decimal as `${number}`);
  return typeof currency === 'string' && currency !== '' ? `${words} ${currency}` : words;
}

/**
 * `13.5` in the reader's format, with unchanged digits; without grouping, since it may be a year or a number used as a
 * name.
 */
export function figureWords(figure: string, locale = readerLocale()): string {
  return locale.startsWith('de') && /^-?\d+\.\d+$/.test(figure) ? figure.replace('.', ',') : figure;
}

/**
 * `14 September`, with its year if that is another one.
 * @param day `2026-09-14`
 */
export function dayOf(day: string, now: Date, locale = readerLocale()): string {
  return inYear(`${day}T00:00:00Z`, now, locale, 'UTC');
}

/** `Oct 2026`. @param month `2026-10` */
export function monthOf(month: string, locale = readerLocale()): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  const months = formatter(`${locale} month`, () => {
    return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  });
  return months.format(date);
}

/** `14 September, 14:02`. */
export function momentOf(iso: string, now: Date, locale = readerLocale()): string {
  const clock = formatter(`${locale} clock`, () => {
    return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  });
  return `${inYear(iso, now, locale, undefined)}, ${clock.format(new Date(iso))}`;
}

function inYear(iso: string, now: Date, locale: string, zone: string | undefined): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear();
  const days = formatter(`${locale} ${zone} ${isThisYear}`, () => {
    const year = isThisYear ? {} : { year: 'numeric' as const };
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', ...year, timeZone: zone });
  });
  return days.format(date);
}
