/** What has happened in the team: for its admins; others are told so. */
import { Activity } from '@/components/activity/activity';
import { ForAdmins } from '@/components/shell/missing';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { readsRecord } from '@/lib/people/roles';
import { publicKeyOf } from '@/lib/receipts/receipt-signature';
import { listReceipts, recordedTools } from '@/lib/receipts/receipts';
import { listMembers } from '@/lib/store/people';
import { sayOnServer } from '../../language';
import { signedInToRead } from '../../signed-in';

export default async function ActivityPage() {
  const caller = await signedInToRead();
  if (!readsRecord(caller.role)) return <ForAdmins title={await sayOnServer('place.activity')} />;
  const { db } = await database();
  const [initial, people] = await Promise.all([listReceipts(db, caller), listMembers(db, caller.teamId)]);
  return <Activity {...{ initial, people }} tools={recordedTools} publicKey={publicKeyOf(env().secret)} />;
}
