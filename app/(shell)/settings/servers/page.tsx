/** The servers besides our own: for admins; others see a note. */
import { headers } from 'next/headers';
import { ServersRecord } from '@/components/settings/servers/servers-record';
import { ServersSettings } from '@/components/settings/servers/servers-settings';
import { ForAdmins } from '@/components/shell/missing';
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { readsRecord } from '@/lib/people/roles';
import { readServers } from '@/lib/servers/change-servers';
import { readSignIns } from '@/lib/sign-ins/read';
import { signInContextOf } from '../../../api/servers/sign-in-context';
import { sayOnServer } from '../../../language';
import { signedInToRead } from '../../../signed-in';

export default async function ServersPage() {
  const caller = await signedInToRead();
  if (!readsRecord(caller.role)) return <ForAdmins title={await sayOnServer('settings.servers.heading')} />;
  if (caller.role !== 'admin') {
    const { db } = await database();
    const connections = connectionsFor(caller);
    return <ServersRecord servers={await readServers({ db, caller, connections })} />;
  }
  const context = await signInContextOf(caller, { headers: await headers() });
  const servers = await readServers(context);
  const { registry } = env();
  const host = registry && new URL(registry).host;
  return <ServersSettings servers={servers} signIns={await readSignIns(context)} registry={host} />;
}
