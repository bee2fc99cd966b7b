/** Whom a team trusts: servers that an admin vouches for, what was seen of them, and the pins of their tools. */
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { ByWhom } from './servers';

const { serverLooks, serverPages, serverVouches, toolPins, users } = schema;

export type NewPin = Omit<typeof toolPins.$inferInsert, 'setAt'>;

const pinsOf = (teamId: string, server: string) =>
  and(eq(toolPins.teamId, teamId), eq(toolPins.server, server));

/** Who vouches for which server, by its name. */
export async function listVouches(db: Queryable, teamId: string): Promise<Map<string, ByWhom>> {
  const rows = await db
    .select({ server: serverVouches.server, name: users.name, at: serverVouches.vouchedAt })
    .from(serverVouches)
    .leftJoin(users, eq(users.id, serverVouches.vouchedBy))
    .where(eq(serverVouches.teamId, teamId));
  return new Map(rows.map(({ server, ...byWhom }) => [server, byWhom]));
}

/** Inserts or replaces the vouch. */
export async function upsertVouch(
  tx: Transaction,
  { teamId, server, ...word }: Omit<typeof serverVouches.$inferInsert, 'vouchedAt'>,
): Promise<void> {
  const set = { ...word, vouchedAt: sql`now()` };
  await tx
    .insert(serverVouches)
    .values({ teamId, server, ...set })
    .onConflictDoUpdate({ target: [serverVouches.teamId, serverVouches.server], set });
}

/** @returns whether it existed */
export async function deleteVouch(tx: Transaction, teamId: string, server: string): Promise<boolean> {
  const gone = await tx
    .delete(serverVouches)
    .where(and(eq(serverVouches.teamId, teamId), eq(serverVouches.server, server)))
    .returning({ server: serverVouches.server });
  return gone.length > 0;
}

/** Inserts or replaces the decision about a server's pages. */
export async function upsertPages(
  tx: Transaction,
  { teamId, server, ...word }: Omit<typeof serverPages.$inferInsert, 'setAt'>,
): Promise<void> {
  const set = { ...word, setAt: sql`now()` };
  await tx
    .insert(serverPages)
    .values({ teamId, server, ...set })
    .onConflictDoUpdate({ target: [serverPages.teamId, serverPages.server], set });
}

export async function deletePages(tx: Transaction, teamId: string, server: string): Promise<void> {
  await tx.delete(serverPages).where(and(eq(serverPages.teamId, teamId), eq(serverPages.server, server)));
}

/** Inserts or replaces the look at a server's tools. */
export async function upsertLook(
  tx: Transaction,
  { teamId, server, ...look }: Omit<typeof serverLooks.$inferInsert, 'lookedAt'>,
): Promise<void> {
  const set = { ...look, lookedAt: sql`now()` };
  await tx
    .insert(serverLooks)
    .values({ teamId, server, ...set })
    .onConflictDoUpdate({ target: [serverLooks.teamId, serverLooks.server], set });
}

export async function deleteLook(tx: Transaction, teamId: string, server: string): Promise<void> {
  await tx.delete(serverLooks).where(and(eq(serverLooks.teamId, teamId), eq(serverLooks.server, server)));
}

/** Inserts or replaces these pins, of which there must be at least one. */
export async function upsertPins(tx: Transaction, pins: NewPin[]): Promise<void> {
  await tx
    .insert(toolPins)
    .values(pins)
    .onConflictDoUpdate({
      target: [toolPins.teamId, toolPins.server, toolPins.tool],
      set: {
        identity: sql`excluded.identity`,
        declaration: sql`excluded.declaration`,
        definitionHash: sql`excluded.definition_hash`,
        state: sql`excluded.state`,
        reason: sql`excluded.reason`,
        believed: sql`excluded.believed`,
        record: sql`excluded.record`,
        rehearsal: sql`excluded.rehearsal`,
        setBy: sql`excluded.set_by`,
        setAt: sql`now()`,
      },
    });
}

/** The pinned declarations (canonical JSON) of these tools of one server, by tool. */
export async function listDeclarations(
  db: Queryable,
  teamId: string,
  server: string,
  tools: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ tool: toolPins.tool, declaration: toolPins.declaration })
    .from(toolPins)
    .where(and(pinsOf(teamId, server), inArray(toolPins.tool, tools)));
  return new Map(rows.map(({ tool, declaration }) => [tool, declaration]));
}

/**
 * A team's pins, each with who set it.
 * @param known hashes of definitions: a declaration is read only if the pin has another one
 */
export function listPins(
  db: Queryable,
  teamId: string,
  known: readonly string[],
): Promise<(ByWhom & { server: string; tool: string; declaration: string | null })[]> {
  const declaration = sql<
    string | null
  >`case when ${toolPins.definitionHash} in (select json_array_elements_text(${JSON.stringify(known)}::json))
    then null else ${toolPins.declaration} end`;
  return db
    .select({
      server: toolPins.server,
      tool: toolPins.tool,
      name: users.name,
      at: toolPins.setAt,
      declaration,
    })
    .from(toolPins)
    .leftJoin(users, eq(users.id, toolPins.setBy))
    .where(eq(toolPins.teamId, teamId));
}

export async function deletePins(tx: Transaction, teamId: string, server: string): Promise<void> {
  await tx.delete(toolPins).where(pinsOf(teamId, server));
}

/** Deletes pins of tools that are on and not among these. */
export async function deletePinsBut(
  tx: Transaction,
  teamId: string,
  server: string,
  kept: string[],
): Promise<void> {
  const areOn = and(pinsOf(teamId, server), eq(toolPins.state, 'on'));
  await tx.delete(toolPins).where(kept.length > 0 ? and(areOn, notInArray(toolPins.tool, kept)) : areOn);
}
