'use client';
/** The languages, for people who cannot reach the settings: the browser keeps the choice. */
import { LOCALES, type Locale } from '@/lib/people/preferences';
import { chooseInBrowser } from './choose';
import { currentLocale, say } from './say';

/** Each in its own language, so that its speakers find it. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', de: 'Deutsch' };

interface LanguageLinksProps {
  /** For signed-in people: their own choice takes precedence over the browser's. */
  keep?: (locale: Locale) => Promise<unknown>;
}

export function LanguageLinks({ keep }: LanguageLinksProps) {
  const chosen = currentLocale();
  return (
    <nav aria-label={say('sign-in.language')} className="mt-5 flex gap-4 text-13 text-muted">
      {LOCALES.map((locale) =>
        locale === chosen ? (
          <span key={locale} lang={locale} aria-current="true" className="py-1.5 text-ink">
            {LANGUAGE_NAMES[locale]}
          </span>
        ) : (
          <button
            key={locale}
            type="button"
            lang={locale}
            className="py-1.5 underline hover:text-ink"
            onClick={async () => {
              chooseInBrowser(locale);
              await keep?.(locale);
              window.location.reload();
            }}
          >
            {LANGUAGE_NAMES[locale]}
          </button>
        ),
      )}
    </nav>
  );
}
