import 'server-only';
/** Removes a server: every decision about it, and every sign-in there, goes with it. */
import type { Transaction } from '@/db/client';
import { markAllSignedOut } from '@/lib/store/servers/sign-ins';
import { deleteLook, deletePages, deletePins, deleteVouch } from '@/lib/store/servers/trust';

export async function forgetServer(tx: Transaction, teamId: string, name: string): Promise<void> {
  await deleteVouch(tx, teamId, name);
  await deleteLook(tx, teamId, name);
  await deletePins(tx, teamId, name);
  await deletePages(tx, teamId, name);
  await markAllSignedOut(tx, teamId, name);
}
