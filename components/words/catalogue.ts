import 'server-only';
/** The catalogue as pages get it: compiled once for each language, when somebody first asks for it. */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Locale } from '@/lib/people/preferences';
import { ENGLISH } from './english';
import { ACTIVITY } from './english/activity';
import { FIRST_STEPS } from './english/begin/first-steps';
import { OWN_MODEL } from './english/begin/own-model';
import { SERVERS } from './english/servers';
import { TOKENS } from './english/tokens';
import { GERMAN } from './german';
import { OWN_TOOLS } from './german/own/own';
import { TOLD } from './german/told';
import { OWN } from './own-words';

type Messages = Record<string, CompiledMessage>;

export const CATALOGUE: Record<Locale, Readonly<Record<string, string>>> = { en: ENGLISH, de: GERMAN };

/** What the server tells in English, by its own words. */
export const TOLD_IN: Partial<Record<Locale, Readonly<Record<string, string>>>> = { de: TOLD };

/** What our own tools say in English, by their own words. */
export const OWN_IN: Partial<Record<Locale, Readonly<Record<string, string>>>> = { de: OWN_TOOLS };

/** What only the pages of settings and of the record say comes with them, and not with every page. */
const APART = [ACTIVITY, FIRST_STEPS, OWN_MODEL, SERVERS, TOKENS].flatMap((words) => Object.keys(words));

/** Of these what the first steps say, which stand on the page of a new chat. */
const BEGINNING = new Set([FIRST_STEPS, OWN_MODEL].flatMap((words) => Object.keys(words)));

export const WITH_SETTINGS: ReadonlySet<string> = new Set(APART);

const compiled = new Map<Locale, Messages>();

/** All that is said in a language. */
export function messagesOf(locale: Locale): Messages {
  const known = compiled.get(locale);
  if (known) return known;
  const own = Object.entries(OWN_IN[locale] ?? {}).map(([text, said]) => [`${OWN}${text}`, said] as const);
  const entries = [...Object.entries({ ...CATALOGUE[locale], ...TOLD_IN[locale] }), ...own].map(
    ([key, text]) => [key, compile(text)] as const,
  );
  // Objects of the compiler have no prototype, and React sends none such to the browser.
  const messages: Messages = JSON.parse(JSON.stringify(Object.fromEntries(entries)));
  compiled.set(locale, messages);
  return messages;
}

/** What every page is sent, or what those for people who are signed in, of settings, or the first steps, are sent beside it. */
export function messagesFor(
  locale: Locale,
  pages: 'every' | 'signed-in' | 'settings' | 'first-steps',
): Messages {
  const isSent = {
    every: (key: string) => !WITH_SETTINGS.has(key) && !key.startsWith(OWN),
    'signed-in': (key: string) => key.startsWith(OWN),
    settings: (key: string) => WITH_SETTINGS.has(key),
    'first-steps': (key: string) => BEGINNING.has(key),
  }[pages];
  return Object.fromEntries(Object.entries(messagesOf(locale)).filter(([key]) => isSent(key)));
}
