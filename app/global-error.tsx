'use client';
/** The last resort, when not even the root layout could be rendered: it brings its own page, words, and styles. */
import './globals.css';
import { Button } from '@/components/ui/button';
import { LAST_RESORT as ENGLISH } from '@/components/words/english/last-resort';
import { LAST_RESORT as GERMAN } from '@/components/words/german/last-resort';
import { preferredLocale } from '@/lib/people/preferences';

const WORDS = { en: ENGLISH, de: GERMAN };

export default function GlobalError() {
  const locale = preferredLocale(typeof navigator === 'undefined' ? null : navigator.languages.join());
  const words = WORDS[locale];
  return (
    <html lang={locale}>
      <body className="flex min-h-dvh flex-col justify-center px-4">
        <main className="mx-auto w-full max-w-column">
          <h1 className="text-24 font-semibold">{words['last-resort.heading']}</h1>
          <p className="mt-1.5 text-16 text-muted">{words['last-resort.why']}</p>
          <Button className="mt-6" onClick={() => window.location.reload()}>
            {words['last-resort.again']}
          </Button>
        </main>
      </body>
    </html>
  );
}
