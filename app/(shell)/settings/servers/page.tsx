/** The servers beside our own: for admins; to others there is no such page. */
import { notFound } from 'next/navigation';
import { ServersSettings } from '@/components/settings/servers/servers-settings';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { readServers } from '@/lib/servers/change-servers';
import { signedIn } from '../../../signed-in';

export default async function ServersPage() {
  const caller = await signedIn();
  if (caller.role !== 'admin') notFound();
  const { db } = await database();
  return <ServersSettings servers={await readServers({ db, caller, connections: connectionsFor(caller) })} />;
}
