import 'server-only';
/** Deletes leftovers of signing in: requests, clients that nobody admitted, and what was kept for lost answers. */
import type { Database } from '@/db/client';
import { deleteOldAuthorizations } from '@/lib/store/outside/authorizations';
import { deleteOldSuccessors } from '@/lib/store/outside/token-renewals';
import { LOST_SECONDS } from './exchange';

export async function forgetSignIns(db: Database): Promise<void> {
  await deleteOldAuthorizations(db);
  await deleteOldSuccessors(db, LOST_SECONDS);
}
