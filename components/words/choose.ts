/** Choices remembered by this browser, for pages before anybody is signed in. */
import type { Locale, Theme } from '@/lib/people/preferences';

const A_YEAR = 31_536_000;

/** @param locale null: from now on, the browser's own */
export function chooseInBrowser(locale: Locale | null): void {
  remember('amber-locale', locale ?? '', locale ? A_YEAR : 0);
}

export function chooseThemeInBrowser(theme: Theme): void {
  remember('amber-theme', theme);
}

/** So that the server formats times as this browser will. */
export function rememberZone(): void {
  remember('amber-zone', Intl.DateTimeFormat().resolvedOptions().timeZone);
}

function remember(name: string, value: string, seconds = A_YEAR): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is asynchronous, and not in every browser
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
}
