/** For how long the team keeps what, for its admins; others are told so. */
import { KeepingSettings } from '@/components/settings/keeping/keeping-settings';
import { ForAdmins } from '@/components/shell/missing';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { readKeeping } from '@/lib/keeping/keeping';
import { sayOnServer } from '../../../language';
import { signedIn } from '../../../signed-in';

export default async function KeepingPage() {
  const caller = await signedIn();
  if (caller.role !== 'admin') return <ForAdmins title={await sayOnServer('settings.keeping.heading')} />;
  const { db } = await database();
  return <KeepingSettings keeping={await readKeeping(db, caller, env().keeping)} />;
}
