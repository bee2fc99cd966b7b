// Shared with the browser: types and pure functions only.
/** What a person chose for their pages. */

export const LOCALES = ['en', 'de'] as const;
/** A language that every word of Amber is written in. */
export type Locale = (typeof LOCALES)[number];

export interface Preferences {
  /** Null: what the browser asks for. */
  locale: Locale | null;
}

export const NO_PREFERENCES: Preferences = { locale: null };

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * The first language of ours that a browser asks for; English when it asks for none of them.
 * @param header `Accept-Language`: `de-AT,de;q=0.9,en;q=0.8`
 */
export function preferredLocale(header: string | null): Locale {
  const asked = (header ?? '').slice(0, 500).split(',').map(weighed);
  const ours = asked.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  return ours.map(({ locale }) => locale).find(isLocale) ?? 'en';
}

function weighed(entry: string): { locale: string; weight: number } {
  const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return { locale: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
}
