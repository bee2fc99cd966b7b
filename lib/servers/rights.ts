import 'server-only';
/** Who manages the servers of a team, and who may read about them. */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { readsRecord } from '@/lib/people/roles';
import { findRole } from '@/lib/store/people';
import type { ServersView } from './servers-view';

/** @throws AppError forbidden: by the database, not by what the session said a moment ago */
export async function assertAdmin(db: Queryable, caller: Caller): Promise<void> {
  if ((await findRole(db, caller)) !== 'admin') throw forbidden();
}

/** @throws AppError forbidden: likewise */
export async function assertReads(db: Queryable, caller: Caller): Promise<void> {
  if (!readsRecord(await findRole(db, caller))) throw forbidden();
}

const forbidden = () => new AppError('forbidden', 'Only admins look after the servers of the team.');

/** For auditors: a server's own log may be about anything. */
export const withoutLogs = ({ servers, ...view }: ServersView): ServersView => ({
  ...view,
  servers: servers.map((server) => ({ ...server, stderr: server.stderr && [], log: [] })),
});
