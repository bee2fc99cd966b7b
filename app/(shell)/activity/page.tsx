/** What has happened in the team, for its admins; others are told that it is not for them. The address may filter it. */
import { Activity } from '@/components/activity/activity';
import { ForAdmins } from '@/components/shell/missing';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { readsRecord } from '@/lib/people/roles';
import { receiptFilters } from '@/lib/receipts/receipt-query';
import { publicKeyOf } from '@/lib/receipts/receipt-signature';
import { listReceipts, recordedTools } from '@/lib/receipts/receipts';
import { listMembers } from '@/lib/store/people';
import { sayOnServer } from '../../language';
import { signedInToRead } from '../../signed-in';

interface ActivityPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ActivityPage({ searchParams }: ActivityPageProps) {
  const caller = await signedInToRead();
  if (!readsRecord(caller.role)) return <ForAdmins title={await sayOnServer('place.activity')} />;
  const { db } = await database();
  // Filters in the address that cannot be understood are ignored.
  const { data: asked = {} } = receiptFilters.safeParse(await searchParams);
  const [initial, people] = await Promise.all([
    listReceipts(db, caller, asked),
    listMembers(db, caller.teamId),
  ]);
  const publicKey = publicKeyOf(env().secret);
  // A different address is a different list.
  const key = JSON.stringify(asked);
  return (
    <Activity
      key={key}
      initial={initial}
      people={people}
      asked={asked}
      publicKey={publicKey}
      tools={recordedTools}
    />
  );
}
