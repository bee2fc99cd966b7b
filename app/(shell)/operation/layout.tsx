/** The words that only these pages need. */
import type { ReactNode } from 'react';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { languageOfPage } from '../../language';
import { signedInToRead } from '../../signed-in';

export default async function WordsLayout({ children }: { children: ReactNode }) {
  await signedInToRead();
  const { locale } = await languageOfPage();
  return <AlsoSpeaking messages={messagesFor(locale, 'settings')}>{children}</AlsoSpeaking>;
}
