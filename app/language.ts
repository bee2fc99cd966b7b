/** In which language a page is written: the person's choice, else the browser's cookie, else what it asks for. */
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { messagesOf } from '@/components/words/catalogue';
import { type Given, type Key, type Language, put } from '@/components/words/language';
import { database } from '@/lib/database';
import {
  isLocale,
  isTheme,
  knownZone,
  type Locale,
  NO_PREFERENCES,
  type Preferences,
  preferredLocale,
  type Theme,
} from '@/lib/people/preferences';
import { findPreferences } from '@/lib/store/settings/preferences';
import { whoSetsUp } from './signed-in';

/**
 * The signed-in person's theme; for everybody else the theme that this browser had last. Nothing if it cannot be read
 * now.
 */
export const preferencesOfPage = cache(async (): Promise<Preferences> => {
  try {
    const caller = await whoSetsUp();
    if (!caller) return { ...NO_PREFERENCES, theme: themeOf((await cookies()).get('amber-theme')?.value) };
    const { db } = await database();
    return await findPreferences(db, caller.userId);
  } catch {
    // The page itself reports what is wrong with the server.
    return NO_PREFERENCES;
  }
});

export const languageOfPage = cache(async (): Promise<Language> => {
  const [{ locale: chosen, zone: chosenZone }, jar, sent] = await Promise.all([
    preferencesOfPage(),
    cookies(),
    headers(),
  ]);
  const inCookie = jar.get('amber-locale')?.value;
  const locale: Locale =
    chosen ?? (isLocale(inCookie) ? inCookie : preferredLocale(sent.get('accept-language')));
  const own = knownZone(chosenZone);
  const zone = own ?? knownZone(jar.get('amber-zone')?.value);
  return { locale, messages: messagesOf(locale), ...(zone && { zone }), ...(own && { isZoneChosen: true }) };
});

/** For text that only the server writes, such as page titles. */
export async function sayOnServer<K extends Key>(key: K, ...[values]: Given<K>): Promise<string> {
  return put(await languageOfPage(), key, values);
}

const themeOf = (cookie: string | undefined): Theme => (isTheme(cookie) ? cookie : 'system');
