// Shared with the browser: types and pure functions only.
/** What a person chose for their pages, and asks of every answer. */

export const LOCALES = ['en', 'de'] as const;
/** A language that every word of Amber is written in. */
export type Locale = (typeof LOCALES)[number];
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['normal', 'compact'] as const;
export const TEXT_SIZES = ['small', 'normal', 'large'] as const;

/** What leads a new team, in this order. */
export const FIRST_STEPS = ['model', 'records', 'invite', 'ask', 'card'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
/** `all`: none of them is shown any more. */
export const SKIPPABLE = [...FIRST_STEPS, 'all'] as const;

/** How pages look. */
export interface Appearance {
  theme: Theme;
  density: (typeof DENSITIES)[number];
  textSize: (typeof TEXT_SIZES)[number];
}

export interface Preferences extends Appearance {
  /** Null: what the browser asks for. */
  locale: Locale | null;
  /** An IANA time zone, such as `Europe/Berlin`; null: the browser's. */
  zone: string | null;
  /** For every answer; empty: none. */
  instructions: string;
  /** What the person told Amber to remember is read, and can be added to. */
  memory: boolean;
  /** Which of the first steps the person has skipped or seen. */
  skipped: (typeof SKIPPABLE)[number][];
}

/** The most characters of instructions, one's own or the team's. */
export const LONGEST_INSTRUCTIONS = 2000;

export const NO_PREFERENCES: Preferences = {
  locale: null,
  zone: null,
  theme: 'system',
  density: 'normal',
  textSize: 'normal',
  instructions: '',
  memory: true,
  skipped: [],
};

/** What the model is to follow in every answer of a person. */
export interface Wishes {
  /** Null: not chosen. */
  locale: Locale | null;
  own: string;
  team: string;
  /** What they told Amber to remember, newest first; null: they have turned that off. */
  facts: string[] | null;
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** A name of a time zone as `Intl` writes it; undefined where it knows none of that name. */
export function knownZone(zone: string | null | undefined): string | undefined {
  // An offset such as `+01:00` is none: it knows no summer.
  if (!zone || zone.length > 60 || !/^[A-Za-z]/.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
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
