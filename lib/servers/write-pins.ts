/** Writing down what was seen of servers' tools. Whoever writes holds the team's row, so that nothing comes in between. */
import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { readVersion } from './read-team';
import type { ServerTool } from './server-listing';
import { identityOf, pinIdentityOf } from './team-servers';

const { serverLooks, teams, toolPins } = schema;

/** Tools of one server that are taken as they are. */
export interface Seen {
  server: { name: string; url: string; callsItself?: string };
  /** All of them, for the first time. */
  isFirst: boolean;
  tools: ServerTool[];
}

export interface PinWords {
  state: 'on' | 'off';
  reason: (typeof toolPins.$inferInsert)['reason'];
  /** Null: nobody did. */
  setBy: string | null;
}

/**
 * Notes what was seen.
 * @returns the version of the team's servers from then on; nothing, with nothing noted, when it was another than `version`
 */
export function writeSeen(
  db: Database,
  teamId: string,
  version: number,
  seen: readonly Seen[],
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await holdTeam(tx, teamId);
    if ((await readVersion(tx, teamId)) !== version) return undefined;
    for (const { server, isFirst, tools } of seen) {
      if (isFirst) await writeLook(tx, teamId, server, tools, null);
      const reason = isFirst ? 'look' : 'taken';
      await writePins(tx, teamId, server, tools, { state: 'on', reason, setBy: null });
    }
    return readVersion(tx, teamId);
  });
}

/** Whoever changes a team's servers waits here for whoever else does. */
export async function holdTeam(tx: Transaction, teamId: string): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
}

/** That the server's tools were taken as they are. */
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
    lookedAt: sql`now()`,
  };
  await tx
    .insert(serverLooks)
    .values({ teamId, server: server.name, ...look })
    .onConflictDoUpdate({ target: [serverLooks.teamId, serverLooks.server], set: look });
}

/** Puts the tools as they are now in the place of what stood for them. */
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
    ...{ teamId, server: server.name, tool: name, identity, definitionHash, ...words },
    declaration: canonicalJson(declaration),
  }));
  await tx
    .insert(toolPins)
    .values(rows)
    .onConflictDoUpdate({
      target: [toolPins.teamId, toolPins.server, toolPins.tool],
      set: {
        identity: sql`excluded.identity`,
        declaration: sql`excluded.declaration`,
        definitionHash: sql`excluded.definition_hash`,
        state: sql`excluded.state`,
        reason: sql`excluded.reason`,
        setBy: sql`excluded.set_by`,
        setAt: sql`now()`,
      },
    });
}
