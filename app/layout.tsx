/** What every page stands in: fonts, theme, and the nonce of this answer handed to the theme's script. */
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { Speaking } from '@/components/words/say';
import './globals.css';
import { languageOfPage } from './language';

/** The drop, in a grey that stands out on light and dark tabs. In the page itself: one request less. */
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='#8c857d' fill-rule='evenodd' " +
  "d='M8 .9c2.1 2.3 5 5.2 5 8.6a5 5 0 0 1-10 0C3 6.1 5.9 3.2 8 .9Zm.2 7.3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z'/></svg>";

export const metadata: Metadata = {
  description: 'Your back office in a chat. What cannot be taken back waits for your click.',
  icons: { icon: `data:image/svg+xml,${encodeURIComponent(ICON)}` },
};

export const viewport: Viewport = {
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#171513' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const language = await languageOfPage();
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    // The theme's script sets the class before React looks.
    <html
      lang={language.locale}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        <ThemeProvider attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
          <Speaking language={language}>{children}</Speaking>
        </ThemeProvider>
      </body>
    </html>
  );
}
