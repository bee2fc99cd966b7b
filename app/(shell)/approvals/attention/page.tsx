/** How often the team is asked, for its admins; others are told that it is not for them. The period is in the address. */
import { AttentionPage } from '@/components/approvals/attention';
import { ForAdmins } from '@/components/shell/missing';
import { database } from '@/lib/database';
import { attention } from '@/lib/rules/attention';
import { periodOf } from '@/lib/rules/attention-view';
import { sayOnServer } from '../../../language';
import { signedIn } from '../../../signed-in';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const caller = await signedIn();
  if (caller.role !== 'admin') return <ForAdmins title={await sayOnServer('approvals.attention')} />;
  const { days } = await searchParams;
  const { db } = await database();
  return <AttentionPage attention={await attention(db, caller, periodOf(days))} />;
}
