/** The frame of every page: fonts, theme, and this answer's nonce for the theme's script. */
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FollowTheme } from '@/components/ui/follow-theme';
import { messagesFor } from '@/components/words/catalogue';
import { Speaking } from '@/components/words/say';
import './globals.css';
import { languageOfPage, preferencesOfPage, sayOnServer } from './language';

/** The icon, in a grey that is visible on light and dark tabs. Inlined: one request less. */
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='#8c857d' fill-rule='evenodd' " +
  "d='M8 .9c2.1 2.3 5 5.2 5 8.6a5 5 0 0 1-10 0C3 6.1 5.9 3.2 8 .9Zm.2 7.3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z'/></svg>";

export async function generateMetadata(): Promise<Metadata> {
  return {
    description: await sayOnServer('app.description'),
    icons: { icon: `data:image/svg+xml,${encodeURIComponent(ICON)}` },
  };
}

export const viewport: Viewport = {
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#171513' },
  ],
};

/** Sets the theme's class before anything is drawn; `FollowTheme` keeps it up to date. */
const THEME_SCRIPT = `(() => {
const page = document.documentElement, { theme } = page.dataset;
page.classList.toggle('dark', theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches));
})()`;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [language, { theme, density, textSize }] = await Promise.all([languageOfPage(), preferencesOfPage()]);
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html
      lang={language.locale}
      data-theme={theme}
      data-density={density}
      data-text={textSize}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      // The theme's script has set the class before React compares.
      suppressHydrationWarning
    >
      <body>
        <script
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, and none else
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }}
          // Browsers hide the nonce from scripts, so React would see a difference.
          suppressHydrationWarning
        />
        <FollowTheme />
        <Speaking language={{ ...language, messages: messagesFor(language.locale, 'every') }}>
          {children}
        </Speaking>
      </body>
    </html>
  );
}
