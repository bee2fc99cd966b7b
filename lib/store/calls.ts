import 'server-only';
/** Calls of tools, as the ledger has them. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';

const { calls } = schema;

export type CallRow = typeof calls.$inferSelect;

/** A call of another client, as the list of tokens tells it. */
export interface LastCall extends Pick<CallRow, 'id' | 'tool' | 'status'> {
  /** Of the token. */
  token: string;
  title: string;
  client: string | null;
  at: Date | string;
}

/** The last calls of each token. */
export async function listLastCalls(db: Queryable, tokenIds: string[], each: number): Promise<LastCall[]> {
  const ids = sql.join(
    tokenIds.map((id) => sql`${id}`),
    sql`, `,
  );
  return rowsOf(
    db,
    sql`select tokens.id as token, last.* from tokens cross join lateral (
      select calls.id, calls.tool, calls.metadata ->> 'title' as title, runs.client, calls.created_at as at, calls.status
      from runs join calls on calls.run_id = runs.id where runs.token_id = tokens.id and calls.step > 0
      order by runs.created_at desc, calls.seq desc limit ${each}) as last
      where tokens.id in (${ids})`,
  );
}
