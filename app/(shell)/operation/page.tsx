/** How the team's Amber is doing, and what an admin can halt at once; others are told that it is for admins. */
import { Operation } from '@/components/operation/operation';
import { ForAdmins } from '@/components/shell/missing';
import { database } from '@/lib/database';
import { readsRecord } from '@/lib/people/roles';
import { readHalts } from '@/lib/rules/halting';
import { operationOf } from '@/lib/rules/operation';
import { listMembers } from '@/lib/store/people';
import { sayOnServer } from '../../language';
import { signedInToRead } from '../../signed-in';

export default async function OperationPage() {
  const caller = await signedInToRead();
  if (!readsRecord(caller.role)) return <ForAdmins title={await sayOnServer('place.operation')} />;
  const { db } = await database();
  const [initial, figures, people] = await Promise.all([
    readHalts(db, caller),
    operationOf(db, caller),
    listMembers(db, caller.teamId),
  ]);
  return <Operation initial={initial} figures={figures} people={people} />;
}
