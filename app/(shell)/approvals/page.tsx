/** The inbox: pending and decided cards. Its filters are kept in the address. */
import { Inbox } from '@/components/approvals/inbox';
import { addressOf, searchOf, wantedOf } from '@/components/approvals/inbox-search';
import { database } from '@/lib/database';
import { readInbox } from '@/lib/inbox/read-inbox';
import { signedIn } from '../../signed-in';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ApprovalsPage({ searchParams }: Props) {
  const caller = await signedIn();
  const search = searchOf(await searchParams);
  const { db } = await database();
  const initial = await readInbox(db, caller, { ...wantedOf(search), limit: 20 });
  return <Inbox key={addressOf(search)} search={search} initial={initial} />;
}
