import 'server-only';
/** The catalogue as pages get it: compiled once per language, when it is first needed. */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Locale } from '@/lib/people/preferences';
import { ENGLISH } from './english';
import { ACTIVITY } from './english/activity';
import { FIRST_STEPS } from './english/begin/first-steps';
import { OWN_MODEL } from './english/begin/own-model';
import { ALLOW } from './english/clients/allow';
import { ERASING } from './english/operation/erasing';
import { KEEPING } from './english/operation/keeping';
import { RECORD } from './english/operation/record';
import { OPERATION } from './english/operation/stopping';
import { USAGE } from './english/operation/usage';
import { ACCOUNT } from './english/people/account';
import { FACTORS } from './english/people/factors';
import { TEAM } from './english/people/team';
import { TRIALS } from './english/planning/trials';
import { SERVERS } from './english/servers';
import { REGISTRY } from './english/servers/registry';
import { SERVER_REHEARSALS } from './english/servers/rehearsals';
import { SIGN_IN_PAGES } from './english/signing/sign-in-pages';
import { TOKENS } from './english/tokens';
import { GERMAN } from './german';
import { BUSINESS_TOOLS } from './german/own/business';
import { WORKSPACE_TOOLS } from './german/own/workspace';
import { TOLD } from './german/told';
import { OWN } from './own-words';

type Messages = Record<string, CompiledMessage>;

export const CATALOGUE: Record<Locale, Readonly<Record<string, string>>> = { en: ENGLISH, de: GERMAN };

/** German for the server's English sentences, by those sentences. */
export const TOLD_IN: Partial<Record<Locale, Readonly<Record<string, string>>>> = { de: TOLD };

/** Translations of our own tools' English, by the English: the business tools, and those of the workspace. */
export const OWN_IN: Partial<Record<Locale, Record<keyof typeof OWN, Readonly<Record<string, string>>>>> = {
  de: { business: BUSINESS_TOOLS, workspace: WORKSPACE_TOOLS },
};

/** Words used only by the pages of settings and of the record are sent with those, not with every page. */
const APART = [
  ACCOUNT,
  ACTIVITY,
  ALLOW,
  FACTORS,
  FIRST_STEPS,
  ERASING,
  KEEPING,
  OPERATION,
  OWN_MODEL,
  REGISTRY,
  SERVERS,
  SERVER_REHEARSALS,
  SIGN_IN_PAGES,
  TEAM,
  TOKENS,
  TRIALS,
  RECORD,
  USAGE,
].flatMap((words) => Object.keys(words));

/** Those of them that the first steps need, which are shown on the page of a new chat. */
const BEGINNING = new Set([FIRST_STEPS, OWN_MODEL].flatMap((words) => Object.keys(words)));

export const WITH_SETTINGS: ReadonlySet<string> = new Set(APART);

const compiled = new Map<Locale, Messages>();

/** All words of a language. */
export function messagesOf(locale: Locale): Messages {
  const known = compiled.get(locale);
  if (known) return known;
  const all = { ...CATALOGUE[locale], ...TOLD_IN[locale], ...ownOf(locale) };
  const entries = Object.entries(all).map(([key, text]) => [key, compile(text)] as const);
  // The compiler's objects have no prototype, and React cannot send such objects to the browser.
  const messages: Messages = JSON.parse(JSON.stringify(Object.fromEntries(entries)));
  compiled.set(locale, messages);
  return messages;
}

function ownOf(locale: Locale): Record<string, string> {
  const { business = {}, workspace = {} } = OWN_IN[locale] ?? {};
  const under = (before: string, words: object) =>
    Object.entries(words).map(([text, said]) => [`${before}${text}`, said]);
  return Object.fromEntries([...under(OWN.business, business), ...under(OWN.workspace, workspace)]);
}

/**
 * The words sent with every page; further sets are for signed-in people, with a workspace or without, for settings, and
 * for the first steps.
 */
export function messagesFor(
  locale: Locale,
  pages: 'every' | 'signed-in' | 'workspace' | 'settings' | 'first-steps',
): Messages {
  const { business, workspace } = OWN;
  const isOwn = (key: string) => key.startsWith(business) || key.startsWith(workspace);
  const isSent = {
    every: (key: string) => !WITH_SETTINGS.has(key) && !isOwn(key),
    'signed-in': (key: string) => key.startsWith(business),
    workspace: (key: string) => key.startsWith(workspace),
    settings: (key: string) => WITH_SETTINGS.has(key),
    'first-steps': (key: string) => BEGINNING.has(key),
  }[pages];
  return Object.fromEntries(Object.entries(messagesOf(locale)).filter(([key]) => isSent(key)));
}
