import 'server-only';
/** Everything in the database that is sealed with Amber's secret, table by table, for re-sealing it. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';

/**
 * A column of sealed values, and the columns that identify its owner, in the order in which they were used for sealing.
 */
export interface SealedPlace {
  table: string;
  column: string;
  owner: readonly string[];
}

export interface SealedRow {
  /** The row's position (ctid), which changes with every update. */
  place: string;
  sealed: string;
  owner: (string | null)[];
}

/** An arbitrary number that no other lock of ours uses. */
const RESEAL_LOCK = 7_236_021;

/** Nobody else reseals until the transaction ends. */
export async function lockResealing(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${RESEAL_LOCK}::bigint)`);
}

/** After a position, in physical order. */
export function listSealed(
  db: Queryable,
  { table, column, owner }: SealedPlace,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  const owners = sql.join(
    owner.map((name) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  );
  return rowsOf<SealedRow>(
    db,
    sql`select ctid::text as place, ${sql.identifier(column)} as sealed, json_build_array(${owners}) as owner
      from ${sql.identifier(table)} where ${sql.identifier(column)} is not null and ctid > ${after}::tid
      order by ctid limit ${limit}`,
  );
}

/** Unless it was changed meanwhile. */
export async function updateSealed(
  tx: Transaction,
  { table, column }: SealedPlace,
  { place, sealed }: SealedRow,
  anew: string,
): Promise<void> {
  await tx.execute(
    sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${anew}
      where ctid = ${place}::tid and ${sql.identifier(column)} = ${sealed}`,
  );
}
