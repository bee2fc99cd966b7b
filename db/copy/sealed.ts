/** Counts what only Amber's secret opens. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../client';

/** How many things need the secret to be opened, by kind. */
export async function countSealed(tx: Queryable): Promise<Record<string, number>> {
  const [row] = await rowsOf<Record<string, string>>(
    tx,
    sql`select (select count(*) from server_sign_ins where state = 'active') as "sign-ins at servers",
      (select count(*) from server_clients) as "clients at servers",
      (select count(*) from team_servers) as "servers that admins added",
      (select count(*) from team_models where sealed_key is not null) as "keys of models",
      (select count(*) from two_factors where secret is not null) as "second factors",
      (select count(*) from sign_on_accounts) as "accounts of single sign-on"`,
  );
  return Object.fromEntries(
    Object.entries(row ?? {})
      .map(([name, count]) => [name, Number(count)] as const)
      .filter(([, count]) => count > 0),
  );
}
