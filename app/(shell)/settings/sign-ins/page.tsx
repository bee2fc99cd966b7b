/** The person's own sign-ins at other servers. */
import { headers } from 'next/headers';
import { SignInsSettings } from '@/components/settings/sign-ins/sign-ins-settings';
import { readSignIns } from '@/lib/sign-ins/read';
import { signInContextOf } from '../../../api/servers/sign-in-context';
import { signedIn } from '../../../signed-in';

export default async function SignInsPage() {
  const caller = await signedIn();
  const context = await signInContextOf(caller, { headers: await headers() });
  return <SignInsSettings signIns={await readSignIns(context)} />;
}
