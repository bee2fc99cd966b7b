/** The servers beside our own: for admins; others are told so. */
import { ServersSettings } from '@/components/settings/servers/servers-settings';
import { ForAdmins } from '@/components/shell/missing';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { readServers } from '@/lib/servers/change-servers';
import { sayOnServer } from '../../../language';
import { signedIn } from '../../../signed-in';

export default async function ServersPage() {
  const caller = await signedIn();
  if (caller.role !== 'admin') return <ForAdmins title={await sayOnServer('settings.servers.heading')} />;
  const { db } = await database();
  return <ServersSettings servers={await readServers({ db, caller, connections: connectionsFor(caller) })} />;
}
