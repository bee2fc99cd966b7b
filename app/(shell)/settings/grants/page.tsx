/** Grants given on cards, and where they are revoked: the person's own, and for admins the team's. */
import { GrantsSettings } from '@/components/settings/grants-settings';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { readGrants } from '@/lib/grants/grant-list';
import { signedIn } from '../../../signed-in';

export default async function GrantsPage() {
  const caller = await signedIn();
  const { db } = await database();
  const grants = await readGrants(db, caller, connectionsFor(caller));
  return <GrantsSettings grants={grants} renderedAt={new Date().toISOString()} />;
}
