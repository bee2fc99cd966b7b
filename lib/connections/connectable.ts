import type { ConfiguredServers } from '@/lib/servers/config';
import { isOwnName } from '@/lib/tools/own-server-name';
import type { ConnectionProblem } from '@/lib/tools/types';
import type { ServerConfig } from '@/lib/transport/server-config';

/** The servers of the list that may be connected. */
export function connectable(
  { servers, problems }: ConfiguredServers,
  own: ReadonlySet<string>,
): ConfiguredServers {
  const byName = new Map<string, ServerConfig>();
  const more: ConnectionProblem[] = [];
  for (const config of servers) {
    const complaint = complaintAbout(config, own, byName);
    if (complaint) more.push({ server: config.name, message: complaint });
    else byName.set(config.name, config);
  }
  return { servers: [...byName.values()], problems: [...problems, ...more] };
}

const OWN_NAME = 'Its name is taken by Amber; it is left out. Give it another name.';

/** Wherever the list comes from: two servers of one name could not be told apart, and no form may start a program (R25). */
function complaintAbout(
  config: ServerConfig,
  own: ReadonlySet<string>,
  earlier: ReadonlyMap<string, ServerConfig>,
): string | undefined {
  const { name, program } = config;
  const origin: string | undefined = config.origin;
  if (isOwnName(name)) return OWN_NAME;
  if (own.has(name) || earlier.has(name)) return 'Its name is taken by another server; it is left out.';
  if (program && origin === 'settings') return 'Only the operator’s file may start programs; it is left out.';
  return undefined;
}
