import 'server-only';
/** How much of a team's data would be deleted under other retention times. Counts, and changes nothing. */
import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { type Days, isOldCall, isOldMail, isOldOutsideRun, isUnusedChat } from './retention';
import type { OwnDays } from './team-keeping';

export interface WouldGo {
  chats: number;
  /** Of other clients' calls. */
  answers: number;
  contents: number;
  mail: number;
}

/**
 * @param own the team's times
 * @param bounds the operator's limits, by kind
 */
export async function countWouldGo(
  db: Queryable,
  teamId: string,
  own: OwnDays,
  bounds: { chats: Days; contents: Days; mail: Days },
): Promise<WouldGo> {
  const k = sql`(select ${teamId}::text as team_id, ${own.chatsDays}::int as chats_days, ${own.contentsDays}::int as contents_days,
    ${own.mailDays}::int as mail_days) k`;
  const count = (from: SQL) => sql`(select count(*)::int from ${from})`;
  const [row] = await rowsOf<WouldGo>(
    db,
    sql`select
      ${count(sql`${k} join chats c on c.team_id = k.team_id where ${isUnusedChat(bounds.chats)}`)} as chats,
      ${count(sql`${k} join chats c on c.team_id = k.team_id join runs r on r.chat_id = c.id where ${isOldOutsideRun(bounds.chats)}`)} as answers,
      ${count(sql`${k} join calls c on c.team_id = k.team_id join runs r on r.id = c.run_id where ${isOldCall(bounds.contents)}`)} as contents,
      ${count(sql`${k} join outbox o on o.team_id = k.team_id where ${isOldMail(bounds.mail)}`)} as mail`,
  );
  return row ?? { chats: 0, answers: 0, contents: 0, mail: 0 };
}
