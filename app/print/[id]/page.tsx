/** One's own chat to be printed. */
import { notFound } from 'next/navigation';
import { PrintedChat } from '@/components/chats/printed-chat';
import { readSnapshot } from '@/lib/chats/read-snapshot';
import { database } from '@/lib/database';
import { AppError } from '@/lib/errors';
import { signedIn } from '../../signed-in';

export default async function PrintPage({ params }: { params: Promise<{ id: string }> }) {
  const caller = await signedIn();
  const { id } = await params;
  const { db } = await database();
  const snapshot = await readSnapshot(db, caller, id).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!snapshot) notFound();
  return <PrintedChat title={snapshot.title} messages={snapshot.messages} />;
}
