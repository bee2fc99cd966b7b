/** Records what was seen of servers' tools. The writer locks the team's row, so that nothing changes in between. */
import type { Database, Transaction } from '@/db/client';
import { findServersVersion, lockTeamServers } from '@/lib/store/servers/servers';
import { type NewPin, upsertLook, upsertPins } from '@/lib/store/servers/trust';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import type { ServerTool } from './server-listing';
import { identityOf, pinIdentityOf } from './team-servers';

/** Tools of one server that are accepted as they are. */
export interface Seen {
  server: { name: string; url: string; callsItself?: string };
  /** These are all its tools, seen for the first time. */
  isFirst: boolean;
  tools: ServerTool[];
}

/** `setBy` is null if it was automatic. Doubted hints are believed only by an admin's decision about that very tool. */
export type PinWords = Pick<NewPin, 'state' | 'reason'> & {
  setBy: string | null;
  believed?: string[];
  record?: NewPin['record'];
  rehearsal?: NewPin['rehearsal'];
};

/**
 * Records what was seen.
 * @returns the new version of the team's servers; nothing, with nothing recorded, if the version was no longer
 * `version`
 */
export function writeSeen(
  db: Database,
  teamId: string,
  version: number,
  seen: readonly Seen[],
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await lockTeamServers(tx, teamId);
    if ((await findServersVersion(tx, teamId)) !== version) return undefined;
    for (const { server, isFirst, tools } of seen) {
      if (isFirst) await writeLook(tx, teamId, server, tools, null);
      const reason = isFirst ? 'look' : 'taken';
      await writePins(tx, teamId, server, tools, { state: 'on', reason, setBy: null });
    }
    return findServersVersion(tx, teamId);
  });
}

/** Records that the server's tools were accepted as they were. */
export async function writeLook(
  tx: Transaction,
  teamId: string,
  server: Seen['server'],
  tools: readonly ServerTool[],
  lookedBy: string | null,
): Promise<void> {
  const hashes = tools.map(({ name, definitionHash }) => [name, definitionHash]).sort();
  const look = {
    identity: identityOf(server),
    definitionsHash: sha256Hex(canonicalJson(hashes)),
    tools: tools.length,
    lookedBy,
  };
  await upsertLook(tx, { teamId, server: server.name, ...look });
}

/** Replaces the tools' pins with the tools as they are now. */
export async function writePins(
  tx: Transaction,
  teamId: string,
  server: Seen['server'],
  tools: readonly ServerTool[],
  words: PinWords,
): Promise<void> {
  if (tools.length === 0) return;
  const identity = pinIdentityOf(server);
  const rows = tools.map(({ name, declaration, definitionHash }) => ({
    teamId,
    server: server.name,
    tool: name,
    identity,
    definitionHash,
    believed: [],
    record: null,
    rehearsal: null,
    ...words,
    declaration: canonicalJson(declaration),
  }));
  await upsertPins(tx, rows);
}
