import 'server-only';
/** Erases what is older than the operator has it kept. What was decided and that it ran stays: in the record, by hashes. */
import type { Database } from '@/db/client';
import type { KeepingSettings } from '@/lib/env/keeping';
import { forgetAnswersOfRun } from '@/lib/store/call-media';
import { deleteOldMail, deleteUnusedChats, listOldOutsideRuns } from '@/lib/store/chats/retention';

/** At once: few, so that nobody waits for them. */
const PIECE = 100;

/** @returns whether there may be more */
export async function eraseOld(
  db: Database,
  { chatsDays, mailDays }: Pick<KeepingSettings, 'chatsDays' | 'mailDays'>,
): Promise<boolean> {
  let isMore = false;
  if (chatsDays !== undefined) {
    isMore = (await deleteUnusedChats(db, chatsDays, PIECE)) >= PIECE;
    const runs = await listOldOutsideRuns(db, chatsDays, PIECE);
    for (const id of runs) await db.transaction((tx) => forgetAnswersOfRun(tx, id));
    isMore ||= runs.length === PIECE;
  }
  if (mailDays !== undefined) isMore = (await deleteOldMail(db, mailDays, PIECE)) === PIECE || isMore;
  return isMore;
}
