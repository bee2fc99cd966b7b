/** What has happened in the team: for its admins; to others there is no such page. */
import { notFound } from 'next/navigation';
import { Activity } from '@/components/activity/activity';
import { publicKeyOf } from '@/lib/approvals/receipt-signature';
import { listReceipts, peopleOf } from '@/lib/approvals/receipts';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { signedIn } from '../../signed-in';

export default async function ActivityPage() {
  const caller = await signedIn();
  if (caller.role !== 'admin') notFound();
  const { db } = await database();
  const [initial, people] = await Promise.all([listReceipts(db, caller), peopleOf(db, caller)]);
  return <Activity initial={initial} people={people} publicKey={publicKeyOf(env().secret)} />;
}
