import 'server-only';
/** An admin of a team without records takes those of the example company, to try things out. */
import type { Database } from '@/db/client';
import { loadCompany } from '@/db/demo/load';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findRole } from '@/lib/store/people';

/** @throws AppError forbidden; conflict: the team has records */
export async function takeExample(db: Database, caller: Caller, today: Date): Promise<void> {
  if ((await findRole(db, caller)) !== 'admin')
    throw new AppError('forbidden', 'Only admins add the example company.');
  if (!(await loadCompany(db, caller.teamId, today)))
    throw new AppError(
      'conflict',
      'The team has records of its own. The example company is for teams without any.',
    );
}
