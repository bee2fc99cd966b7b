/** A shared chat, for everybody in the team. */
import { notFound } from 'next/navigation';
import { SharedPage } from '@/components/chats/shared-page';
import { readShare } from '@/lib/chats/shares';
import { database } from '@/lib/database';
import { signedIn } from '../../../signed-in';

export default async function SharePage({ params }: { params: Promise<{ id: string }> }) {
  const caller = await signedIn();
  const { id } = await params;
  const { db } = await database();
  const shared = await readShare(db, caller, id);
  if (!shared) notFound();
  return <SharedPage {...shared} />;
}
