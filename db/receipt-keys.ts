/**
 * Expressions by which receipts are found. Each has an index, which holds it together with the hour of the receipt.
 * Many entries share an hour, which keeps the index small; within an hour the reader sorts by the time itself. A query
 * has to use the same expression and order by the hour, or the index is not used.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const hourOf = (at: SQLWrapper): SQL => sql`date_trunc('hour', ${at} at time zone 'UTC')`;
export const personOf = (body: SQLWrapper): SQL => sql`(${body}::jsonb -> 'person' ->> 'id')`;
export const ownerOf = (body: SQLWrapper): SQL => sql`(${body}::jsonb ->> 'for')`;
export const ownOf = (body: SQLWrapper): SQL => sql`(${body}::jsonb ->> 'own')`;
export const chatOf = (body: SQLWrapper): SQL => sql`(${body}::jsonb ->> 'chat')`;
export const serverOf = (body: SQLWrapper): SQL => sql`(${body}::jsonb ->> 'server')`;
/** Empty if there is none, so that rows of it can be compared. */
export const toolOf = (body: SQLWrapper): SQL => sql`coalesce(${body}::jsonb ->> 'tool', '')`;
