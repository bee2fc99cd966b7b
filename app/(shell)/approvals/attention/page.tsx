/** How often the team is asked, for its admins; to others there is no such page. The period stands in the address. */
import { notFound } from 'next/navigation';
import { AttentionPage } from '@/components/approvals/attention';
import { attention } from '@/lib/approvals/attention';
import { periodOf } from '@/lib/approvals/attention-view';
import { database } from '@/lib/database';
import { signedIn } from '../../../signed-in';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const caller = await signedIn();
  if (caller.role !== 'admin') notFound();
  const { days } = await searchParams;
  const { db } = await database();
  return <AttentionPage attention={await attention(db, caller, periodOf(days))} />;
}
