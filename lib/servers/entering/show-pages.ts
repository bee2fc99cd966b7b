import 'server-only';
/**
 * An admin decides whether the pages of a server (MCP Apps) are shown in chats: to show those of an untrusted server,
 * or to hide those of a trusted one.
 */
import { AppError } from '@/lib/errors';
import { upsertPages } from '@/lib/store/servers/trust';
import { type ChangeContext, change, readServers } from '../change-servers';
import type { ServersView } from '../servers-view';
import { identityOf } from '../team-servers';

/** @throws AppError forbidden, not_found */
export async function showPages(context: ChangeContext, name: string, shown: boolean): Promise<ServersView> {
  const { teamId, userId } = context.caller;
  // Those without permission learn only that, not which servers exist.
  const { servers } = await readServers(context);
  const config = await context.connections.configNamed(name);
  if (!config || !servers.some(({ server }) => server === name))
    throw new AppError('not_found', 'There is no such server.');
  await change(context, async (tx) => {
    await upsertPages(tx, { teamId, server: name, identity: identityOf(config), shown, setBy: userId });
  });
  return readServers(context);
}
