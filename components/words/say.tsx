'use client';
/**
 * `say('sign-in.title')`: every word that a component, or what it calls, shows. A page has one language from its
 * loading to the next, so the browser keeps it in one place, and it can be asked for anywhere: in handlers, in classes, in
 * plain functions. The server renders pages of many people at once; there it comes with the context of the page.
 */
import { createContext, type ReactNode, use, useEffect } from 'react';
import type { Locale } from '@/lib/people/preferences';
import { rememberZone } from './choose';
import {
  type Given,
  intlOf,
  type Key,
  type Language,
  put,
  putElements,
  type Tags,
  type Values,
} from './language';

/** Of this browser. On the server always undefined. */
let spoken: Language | undefined;

const OfPage = createContext<Language | null>(null);

/** Makes this the language of the browser: done before anything is rendered. */
export function speak(language: Language): void {
  spoken = language;
}

export function Speaking({ language, children }: { language: Language; children: ReactNode }) {
  // While it renders, not afterwards: what stands below is rendered next, and speaks.
  if (typeof window !== 'undefined') speak(language);
  useEffect(rememberZone, []);
  return <OfPage value={language}>{children}</OfPage>;
}

/** The words of the page, whole. */
export function currentLanguage(): Language {
  const language = spoken ?? use(OfPage);
  if (!language) throw new Error('Words are said only below <Speaking>.');
  return language;
}

/** Words that only some pages need, sent with those. */
export function AlsoSpeaking({ messages, children }: Pick<Language, 'messages'> & { children: ReactNode }) {
  const before = currentLanguage();
  const isKnown = Object.keys(messages).every((key) => Object.hasOwn(before.messages, key));
  const language = isKnown ? before : { ...before, messages: { ...before.messages, ...messages } };
  if (typeof window !== 'undefined') speak(language);
  return <OfPage value={language}>{children}</OfPage>;
}

export function say<K extends Key>(key: K, ...[values]: Given<K>): string {
  return put(currentLanguage(), key, values);
}

/** The same with elements: `sayWith('sign-up.have-account', { link: (words) => <a href="/sign-in">{words}</a> })`. */
export function sayWith<K extends Key>(key: K, values: Values<K> & Tags): ReactNode {
  return putElements(currentLanguage(), key, values);
}

export function currentLocale(): Locale {
  return currentLanguage().locale;
}

/** For `Intl`: `en-GB`. */
export function currentIntl(): string {
  return intlOf(currentLanguage().locale);
}

/** The person's, as far as the server knows it; undefined in a browser that has not told it yet. */
export function zoneOfPage(): string | undefined {
  return currentLanguage().zone;
}

/** The one that the person has chosen; undefined: that of the browser counts. */
export function chosenZone(): string | undefined {
  const { zone, isZoneChosen } = currentLanguage();
  return isZoneChosen ? zone : undefined;
}
