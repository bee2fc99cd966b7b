/** The words of these pages come with them. */
import type { ReactNode } from 'react';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { languageOfPage } from '../../language';

export default async function WordsLayout({ children }: { children: ReactNode }) {
  const { locale } = await languageOfPage();
  return <AlsoSpeaking messages={messagesFor(locale, 'settings')}>{children}</AlsoSpeaking>;
}
