import 'server-only';
/** A change made by a directory: with its team locked, its token locked, and the directory named in the receipts. */
import { isUniqueViolation } from '@/db/client';
import { changeTeamData, lockTeam, type TeamData } from '@/db/queries/change';
import { directoryTokenHolds, nameDirectory } from '@/lib/store/directory/tokens';
import { endLeftovers } from '@/lib/team/end-leftovers';
import { ToolError } from '@/mcp/result';
import { type Directory, unknownToken } from './door';
import { ScimError, taken } from './scim-error';

/** If somebody is removed, or may do less, what they had open ends as well. */
export async function changeBy<Result>(
  { db, id, teamId }: Directory,
  work: (data: TeamData, ended: { any: boolean }) => Promise<Result>,
): Promise<Result> {
  const ended = { any: false };
  const result = await changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    await nameDirectory(data.db, id);
    await lockTeam(data);
    if (!(await directoryTokenHolds(data.db, id))) throw unknownToken();
    return work(data, ended);
  }).catch((error: unknown) => {
    // Another team's admin has just used the address.
    if (isUniqueViolation(error)) throw taken('value');
    // The last admin cannot be removed.
    if (error instanceof ToolError) throw new ScimError(400, 'mutability', error.message);
    throw error;
  });
  if (ended.any) await endLeftovers(db);
  return result;
}
