import 'server-only';
import { sql } from 'drizzle-orm';
/** Which tools a team uses. */
import { type Database, rowsOf } from '@/db/client';

/** How often one tool was called. */
export interface ToolUse {
  server: string;
  /** The server's own name for it. */
  tool: string;
  count: number;
}

/** Of the team's newest calls that were sent. */
export function listUses(db: Database, teamId: string, newest: number): Promise<ToolUse[]> {
  return rowsOf<ToolUse>(
    db,
    sql`select server, tool, count(*)::int as count from (
        select server, tool, dispatched_at from calls where team_id = ${teamId} order by created_at desc limit ${newest}
      ) as newest where dispatched_at is not null group by server, tool`,
  );
}
