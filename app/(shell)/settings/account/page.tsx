/** The person's own account: name and address, password, and sessions. */
import { headers } from 'next/headers';
import { AccountSettings } from '@/components/settings/account/account-settings';
import { readFactors } from '@/lib/account/factors/own-factors';
import { readProfile } from '@/lib/account/profile';
import { readSessions } from '@/lib/auth/account';
import { sessionToken } from '@/lib/auth/session';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { signedInToRead } from '../../../signed-in';

export default async function AccountPage() {
  const caller = await signedInToRead();
  const { db } = await database();
  const token = sessionToken(await headers(), env().secret) ?? '';
  const [profile, factors, sessions] = await Promise.all([
    readProfile(db, caller),
    readFactors(db, caller),
    readSessions(db, caller, token),
  ]);
  return <AccountSettings profile={profile} factors={factors} sessions={sessions} />;
}
