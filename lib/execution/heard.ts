import 'server-only';
/** Whether anybody still waits for what another client called: only then it is sent. */
import { sql } from 'drizzle-orm';

/**
 * Of a run of another client: a request waits for it, and the process that answers that is alive. Spelled out: drizzle
 * leaves the tables' names away where only one stands in a statement.
 */
export const isHeard = sql<boolean>`exists (select 1 from "outside_requests" where "outside_requests"."run_id" = "runs"."id"
  and "outside_requests"."ended_at" is null and "outside_requests"."beat_at" > now() - interval '15 seconds')`;

/** Nobody waits any more for what another client called: it is not sent, and stands as it stood. */
export class Unheard extends Error {
  /** It says nothing about the call: whoever drives it lets go, as when the database fails. */
  readonly code = 'unheard';

  constructor() {
    super('Nobody waits for this call any more. Nothing ran.');
  }
}
