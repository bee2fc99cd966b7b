import 'server-only';
/** What the routes of servers share: whom they act for, and announcing what was changed. */
import { connectionsFor } from '@/lib/connections/for-caller';
import { database } from '@/lib/database';
import type { Caller } from '@/lib/people/caller';
import { tellServers } from '@/lib/runs/follow/events';
import type { ChangeContext } from '@/lib/servers/change-servers';
import type { ServersView } from '@/lib/servers/servers-view';

export async function contextOf(caller: Caller): Promise<ChangeContext> {
  const { db } = await database();
  return { db, caller, connections: connectionsFor(caller) };
}

/** Makes the change, and tells the team's other admins about it. */
export async function changed(
  caller: Caller,
  change: (context: ChangeContext) => Promise<ServersView>,
): Promise<ServersView> {
  const view = await change(await contextOf(caller));
  tellServers(caller, view.version);
  return view;
}
