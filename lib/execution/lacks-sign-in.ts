import 'server-only';
/** Notes that a call failed for lack of a sign-in at its server, so that the inbox can show which answers wait for one. */
import type { Database } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { insertSignInWaits } from '@/lib/store/servers/sign-in-pages';
import type { CallRow } from './ledger';

/** Never throws: the call's outcome must not depend on this note. */
export async function noteLack(db: Database, { runId, teamId, chatId, server }: CallRow): Promise<void> {
  await insertSignInWaits(db, { id: runId, teamId, chatId }, [server]).catch((error: unknown) => {
    log('warn', 'sign_in_wait', describeError(error));
  });
}
