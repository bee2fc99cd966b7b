import 'server-only';
import { sql } from 'drizzle-orm';
/**
 * Further data about a person for their data export: nothing that gives access to anything, and no contents of others.
 */
import { type Queryable, rowsOf } from '@/db/client';

type Row = Record<string, unknown>;

/** A time as ISO 8601, UTC. */
const iso = (column: string) =>
  sql`to_char(${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Their ways to sign in. */
export async function findWaysIn(db: Queryable, userId: string): Promise<Row> {
  const [row] = await rowsOf<{ ways: Row }>(
    db,
    sql`select json_build_object(
      'accounts', (select coalesce(json_agg(provider_id order by provider_id), '[]') from accounts where user_id = ${userId}),
      'app', exists (select from two_factors where user_id = ${userId} and verified),
      'passkeys', (select coalesce(json_agg(json_build_object('name', name, 'addedAt', ${iso('created_at')})), '[]') from passkeys where user_id = ${userId}),
      'singleSignOn', (select coalesce(json_agg(json_build_object('issuer', issuer, 'subject', subject, 'provider', provider, 'signedInAt', ${iso('signed_in_at')})), '[]')
        from sign_on_accounts where user_id = ${userId})) as ways`,
  );
  return row?.ways ?? {};
}

/** The servers that they have signed in to. */
export function listSignInsOf(db: Queryable, userId: string): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`select server, issuer, account, scopes, state, ${iso('created_at')} as "createdAt" from server_sign_ins where person_id = ${userId} order by created_at`,
  );
}

/** What the company's directory has said about them. */
export function listDirectoryOf(db: Queryable, userId: string): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`select p.external_id as "externalId", p.state, (select coalesce(json_agg(g.name order by g.name), '[]') from directory_group_members m
      join directory_groups g on g.id = m.group_id where m.user_id = p.user_id and m.team_id = p.team_id) as groups
      from directory_people p where p.user_id = ${userId}`,
  );
}

export function listFeedbackOf(db: Queryable, userId: string): Promise<{ words: string }[]> {
  return rowsOf<{ words: string }>(
    db,
    sql`select chat_id as chat, message_id as message, good, words, ${iso('at')} as at from feedback where user_id = ${userId} order by at`,
  );
}

export function listSharesOf(db: Queryable, userId: string): Promise<{ title: string }[]> {
  return rowsOf<{ title: string }>(
    db,
    sql`select id, chat_id as chat, title, ${iso('created_at')} as "createdAt", ${iso('withdrawn_at')} as "withdrawnAt" from shares where user_id = ${userId} order by created_at`,
  );
}

/** The rules that they have set for themselves. */
export function listRulesOf(db: Queryable, userId: string): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`select server, tool, effect, locked, ${iso('set_at')} as "setAt" from policy_rules where user_id = ${userId} order by server, tool`,
  );
}

/** The browsers in which they get notifications. */
export function listNotifiedOf(db: Queryable, userId: string): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`select ${iso('created_at')} as since, split_part(endpoint, '/', 3) as through from push_subscriptions where user_id = ${userId} order by created_at`,
  );
}

/** The limits that apply to them alone. */
export function listLimitsOf(db: Queryable, userId: string): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`select what, soft::text as soft, hard::text as hard, currency from limits where whose = ${userId} order by what`,
  );
}

/** What models have used for them, by day. */
export function listUsageOf(db: Queryable, userId: string): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`select day::text as day, model, requests, read::text as read, written::text as written, cost::text as cost, currency
      from usage where user_id = ${userId} order by day, model`,
  );
}
