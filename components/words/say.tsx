'use client';
/**
 * `say('sign-in.title')`: all words that a component, or a function it calls, shows. A page has one language until it
 * is loaded again, so the browser keeps it in one variable, and it can be used anywhere: in handlers, in classes, in
 * plain functions. The server renders pages for many people at once; there it comes from the page's context.
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

/** Of this browser. Always undefined on the server. */
let spoken: Language | undefined;

const OfPage = createContext<Language | null>(null);

/** Sets the browser's language, before anything is rendered. */
export function speak(language: Language): void {
  spoken = language;
}

export function Speaking({ language, children }: { language: Language; children: ReactNode }) {
  // While it renders, not in an effect: its children are rendered next, and use it.
  if (typeof window !== 'undefined') speak(language);
  useEffect(rememberZone, []);
  return <OfPage value={language}>{children}</OfPage>;
}

/** All the words of the page. */
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

/** The person's zone, as far as the server knows it; undefined if the browser has not reported it yet. */
export function zoneOfPage(): string | undefined {
  return currentLanguage().zone;
}

/** The zone that the person has chosen; undefined: the browser's is used. */
export function chosenZone(): string | undefined {
  const { zone, isZoneChosen } = currentLanguage();
  return isZoneChosen ? zone : undefined;
}
