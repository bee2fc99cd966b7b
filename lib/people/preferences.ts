// Shared with the browser: types and pure functions only.
/** A person's choices for their pages, and what they ask of every answer. */

export const LOCALES = ['en', 'de'] as const;
/** A language into which all of Amber's texts are translated. */
export type Locale = (typeof LOCALES)[number];
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['normal', 'compact'] as const;
export const TEXT_SIZES = ['small', 'normal', 'large'] as const;

/** The first steps that guide a new team, in this order. */
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
  /** Null: the browser's choice. */
  locale: Locale | null;
  /** An IANA time zone, such as `Europe/Berlin`; null: the browser's. */
  zone: string | null;
  /** For every answer; empty if there are none. */
  instructions: string;
  /** Facts that the person asked Amber to remember are read, and can be added. */
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
  /** Null if not chosen. */
  locale: Locale | null;
  own: string;
  team: string;
  /** What they asked Amber to remember, newest first; null if they have turned that off. */
  facts: string[] | null;
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The canonical name of a time zone, as `Intl` writes it; undefined if it is unknown. */
export function knownZone(zone: string | null | undefined): string | undefined {
  // Rejects offsets such as `+01:00`, which know no daylight saving time.
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
 * The first of our languages that the browser asks for; English if it asks for none.
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
