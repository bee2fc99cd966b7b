import 'server-only';
/**
 * Checks with the provider whether people still have access who have something running unattended: runs, tokens, other
 * clients. Also deletes abandoned sign-in attempts.
 */
import { checkAccess } from '@/lib/single-sign-on/check';
import type { SignOnContext } from '@/lib/single-sign-on/context';
import { deleteOldSignIns } from '@/lib/store/settings/factors';
import { listDue, releaseUnknown } from '@/lib/store/sign-on/accounts';
import { deleteOldSignOnAttempts } from '@/lib/store/sign-on/attempts';
import { endLeftovers } from '@/lib/team/end-leftovers';

const MOST = 200;
const AT_ONCE = 5;

/** Any process may do this: each person is checked by one of them. */
export async function checkSignOns(context: SignOnContext): Promise<void> {
  const { db, clients } = context;
  await db.transaction((tx) => releaseUnknown(tx, [...clients.keys()]));
  await deleteOldSignOnAttempts(db);
  await deleteOldSignIns(db);
  const due = await listDue(db, MOST);
  let hasEnded = false;
  const work = async () => {
    for (let id = due.shift(); id !== undefined; id = due.shift()) {
      hasEnded = (await checkAccess(context, id)) === 'ended' || hasEnded;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (hasEnded) await endLeftovers(db);
}
