/** The servers beside our own: for admins; others are told so. */
import { headers } from 'next/headers';
import { ServersSettings } from '@/components/settings/servers/servers-settings';
import { ForAdmins } from '@/components/shell/missing';
import { env } from '@/lib/env';
import { readServers } from '@/lib/servers/change-servers';
import { readSignIns } from '@/lib/sign-ins/read';
import { signInContextOf } from '../../../api/servers/sign-in-context';
import { sayOnServer } from '../../../language';
import { signedIn } from '../../../signed-in';

export default async function ServersPage() {
  const caller = await signedIn();
  if (caller.role !== 'admin') return <ForAdmins title={await sayOnServer('settings.servers.heading')} />;
  const context = await signInContextOf(caller, { headers: await headers() });
  const servers = await readServers(context);
  const { registry } = env();
  const host = registry && new URL(registry).host;
  return <ServersSettings servers={servers} signIns={await readSignIns(context)} registry={host} />;
}
