/** What a language consists of: its words, and its formats of numbers and dates. */
import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import type { Locale } from '@/lib/people/preferences';
import type { ENGLISH } from './english';

/** The same keys in another language. */
export type Translated<English> = Record<keyof English, string>;

export type Key = keyof typeof ENGLISH;

/** The values that a message needs, derived from the English one by the compiler. */
export type Values<K extends Key> = GetICUArgs<
  (typeof ENGLISH)[K],
  { ICUNumberArgument: number; ICUDateArgument: Date; ICUArgument: string | number }
>;
/** No argument if the message needs no values. */
export type Given<K extends Key> = keyof Values<K> extends never ? [] : [values: Values<K>];

/**
 * Besides the values, functions that turn the text between `<link>` and `</link>` into an element; at least one is
 * required.
 */
export type Tags = Record<string, string | number | Date | ((words: ReactNode) => ReactNode)>;

/** Created on the server for each request, and sent to the browser: the words of one language, compiled. */
export interface Language {
  locale: Locale;
  messages: Readonly<Record<string, CompiledMessage>>;
  /** The person's zone, as the browser reported it: `Europe/Berlin`. Undefined: not known yet. */
  zone?: string;
  /** The person has chosen it: it takes precedence over the browser's. */
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

/** A message as text; its key if the language has no such message. */
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
