/** What a language is to those who speak it: its words, and how numbers and dates are written in it. */
import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import type { Locale } from '@/lib/people/preferences';
import type { ENGLISH } from './english';

/** The same keys in another language. */
export type Translated<English> = Record<keyof English, string>;

export type Key = keyof typeof ENGLISH;

/** What a message of the catalogue wants to be given, read from the English one by the compiler. */
export type Values<K extends Key> = GetICUArgs<
  (typeof ENGLISH)[K],
  { ICUNumberArgument: number; ICUDateArgument: Date; ICUArgument: string | number }
>;
/** None, where it wants nothing. */
export type Given<K extends Key> = keyof Values<K> extends never ? [] : [values: Values<K>];

/** Beside the values, what turns the words between `<link>` and `</link>` into an element; there must be some. */
export type Tags = Record<string, string | number | Date | ((words: ReactNode) => ReactNode)>;

/** Made on the server for each request, and sent to the browser: the words of one language, compiled. */
export interface Language {
  locale: Locale;
  messages: Readonly<Record<string, CompiledMessage>>;
  /** The person's, as the browser told it: `Europe/Berlin`. Undefined: not known yet. */
  zone?: string;
  /** The person has chosen it: it counts whatever the browser says. */
  isZoneChosen?: boolean;
}

/** How a language writes numbers and dates. */
const INTL: Record<Locale, string> = { en: 'en-GB', de: 'de-DE' };

export const intlOf = (locale: Locale): string => INTL[locale];

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** A message in words. Its key, when the language has no such message. */
export function put(language: Language, key: string, values: object = {}): string {
  return String(formatted(language, key, values));
}

/** The same with elements in it. */
export function putElements(language: Language, key: string, values: object): ReactNode {
  const parts = formatted(language, key, values);
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
}

function formatted({ locale, messages, zone }: Language, key: string, values: object) {
  const message = messages[key];
  if (message === undefined) return key;
  const options = { formatters, ...(zone !== undefined && { timeZone: zone }) };
  return format<ReactNode>(message, INTL[locale], values as FormatValues<ReactNode>, options);
}
