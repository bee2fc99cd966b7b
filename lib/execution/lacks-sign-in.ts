import 'server-only';
/** That a call lacked a sign-in at its server: for the inbox, where people see which of their answers wait for one. */
import type { Database } from '@/db/client';
import { describeError, log } from '@/lib/log';
import { insertSignInWaits } from '@/lib/store/servers/sign-in-pages';
import type { CallRow } from './ledger';

/** How the call ends does not hang on it. */
export async function noteLack(db: Database, { runId, teamId, chatId, server }: CallRow): Promise<void> {
  await insertSignInWaits(db, { id: runId, teamId, chatId }, [server]).catch((error: unknown) => {
    log('warn', 'sign_in_wait', describeError(error));
  });
}
