import 'server-only';
/** How things stand at this very moment, by the database: the chat's mode and the role of whom the run acts for. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';
import type { Fence } from '@/lib/execution/ledger';
import type { Mode } from '@/lib/policy/policy';

const { chats, members, runs } = schema;

/** The mode that counts now: yolo only for an hour and only while its owner is an admin. */
export const effectiveMode = sql<Mode>`case when ${chats.mode} = 'yolo'
  and not coalesce(${chats.yoloUntil} > now() and ${members.role} = 'admin', false)
  then 'default' else ${chats.mode} end`;

/**
 * The mode in which a call is judged now.
 * @param fence of the run that makes the call: this process must still hold it. A process that stood still for long is taken
 *   for dead, and another may have begun the answer anew.
 * @throws AppError when the chat or the run is gone, or the owner's role or team is not what the run began with
 */
export async function modeNow(db: Queryable, chatId: string, caller: Caller, fence?: Fence): Promise<Mode> {
  const [standing] = await db
    .select({
      mode: effectiveMode,
      role: members.role,
      teamId: members.teamId,
      deletedAt: chats.deletedAt,
      run: runs.status,
      fence: runs.fence,
    })
    .from(chats)
    .leftJoin(members, eq(members.userId, chats.userId))
    .leftJoin(runs, eq(runs.id, fence?.runId ?? ''))
    .where(eq(chats.id, chatId));
  if (!standing || standing.deletedAt) throw new AppError('not_found', 'The chat is gone. Nothing ran.');
  if (standing.role !== caller.role || standing.teamId !== caller.teamId) {
    const message = 'The role of the person who asked has changed. Nothing ran; ask again.';
    throw new AppError('conflict', message);
  }
  if (fence && (standing.run !== 'running' || standing.fence !== fence.fence)) {
    throw new AppError('conflict', 'This answer was given up meanwhile. Nothing ran.');
  }
  return standing.mode;
}
