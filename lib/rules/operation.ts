import 'server-only';
/** How the team's Amber does now, for its admins and auditors. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { readsRecord } from '@/lib/people/roles';
import { findRole } from '@/lib/store/people';
import { listServerFigures, readOperation } from '@/lib/store/settings/operation';
import type { OperationView } from './operation-view';

/** Servers in the table. */
const MOST = 50;

/** @throws AppError forbidden */
export async function operationOf(db: Database, caller: Caller): Promise<OperationView> {
  if (!readsRecord(await findRole(db, caller))) {
    throw new AppError('forbidden', 'Only admins see how Amber does.');
  }
  const { teamId } = caller;
  const [row, servers] = await Promise.all([readOperation(db, teamId), listServerFigures(db, teamId, MOST)]);
  return { ...(row ?? NOTHING), servers };
}

const NOTHING = {
  ...{ running: 0, waiting: 0, oldestWaiting: null, held: 0, unknown: 0 },
  ...{ unsent: 0, oldestUnsent: null, notSent: 0 },
};
