/** The person's own chat for printing. */
import { notFound } from 'next/navigation';
import { PrintedChat } from '@/components/chats/printed-chat';
import { messagesFor } from '@/components/words/catalogue';
import { AlsoSpeaking } from '@/components/words/say';
import { readSnapshot } from '@/lib/chats/read-snapshot';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { languageOfPage } from '../../language';
import { signedIn, viewerOf } from '../../signed-in';

export default async function PrintPage({ params }: { params: Promise<{ id: string }> }) {
  const caller = await signedIn();
  const { id } = await params;
  const { db } = await database();
  const snapshot = await readSnapshot(db, caller, id).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!snapshot) notFound();
  const { locale } = await languageOfPage();
  const own = {
    ...messagesFor(locale, 'signed-in'),
    ...(viewerOf(caller).hasFiles && messagesFor(locale, 'workspace')),
  };
  return (
    <AlsoSpeaking messages={own}>
      <PrintedChat title={snapshot.title} messages={snapshot.messages} />
    </AlsoSpeaking>
  );
}
