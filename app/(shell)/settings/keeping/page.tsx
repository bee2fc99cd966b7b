/** Retention times and erasure, for the team's admins; others see a note. */
import { KeepingSettings } from '@/components/settings/keeping/keeping-settings';
import { ForAdmins } from '@/components/shell/missing';
import { readFactors } from '@/lib/account/factors/own-factors';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { readErasures } from '@/lib/keeping/erasures';
import { readKeeping } from '@/lib/keeping/keeping';
import { sayOnServer } from '../../../language';
import { signedIn } from '../../../signed-in';

export default async function KeepingPage() {
  const caller = await signedIn();
  if (caller.role !== 'admin') return <ForAdmins title={await sayOnServer('settings.keeping.heading')} />;
  const { db } = await database();
  const [keeping, erasures, factors] = await Promise.all([
    readKeeping(db, caller, env().keeping),
    readErasures(db, caller),
    readFactors(db, caller),
  ]);
  return <KeepingSettings keeping={keeping} erasures={erasures} factors={factors} />;
}
