import 'server-only';
/** The catalogue as pages get it: compiled once for each language, when somebody first asks for it. */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Locale } from '@/lib/people/preferences';
import { ENGLISH } from './english';
import { GERMAN } from './german';
import { TOLD } from './german/told';

export const CATALOGUE: Record<Locale, Readonly<Record<string, string>>> = { en: ENGLISH, de: GERMAN };

/** What the server tells in English, by its own words. */
export const TOLD_IN: Partial<Record<Locale, Readonly<Record<string, string>>>> = { de: TOLD };

const compiled = new Map<Locale, Record<string, CompiledMessage>>();

export function messagesOf(locale: Locale): Record<string, CompiledMessage> {
  const known = compiled.get(locale);
  if (known) return known;
  const entries = Object.entries({ ...CATALOGUE[locale], ...TOLD_IN[locale] }).map(
    ([key, text]) => [key, compile(text)] as const,
  );
  // Objects of the compiler have no prototype, and React sends none such to the browser.
  const messages: Record<string, CompiledMessage> = JSON.parse(JSON.stringify(Object.fromEntries(entries)));
  compiled.set(locale, messages);
  return messages;
}
