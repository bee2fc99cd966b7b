/** The inbox: what waits and what was decided. What is chosen in it stands in the address. */
import { Inbox } from '@/components/approvals/inbox';
import { addressOf, lookingOf, wantedOf } from '@/components/approvals/looking';
import { database } from '@/lib/database';
import { readInbox } from '@/lib/inbox/read-inbox';
import { signedIn } from '../../signed-in';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ApprovalsPage({ searchParams }: Props) {
  const caller = await signedIn();
  const looking = lookingOf(await searchParams);
  const { db } = await database();
  const initial = await readInbox(db, caller, { ...wantedOf(looking), limit: 20 });
  return <Inbox key={addressOf(looking)} looking={looking} initial={initial} />;
}
