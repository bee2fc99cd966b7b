import 'server-only';
/** Whether a call that did not happen may be run after all: unchanged, with the rights of this moment. */

import type { Database } from '@/db/client';
import { judgeNow, readAuthority } from '@/lib/approvals/authority';
import { shownOf } from '@/lib/approvals/readable';
import { previewHash } from '@/lib/approvals/request';
import { AppError } from '@/lib/errors';
import { isSameTool, toolOfCall } from '@/lib/execution/call-rows';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { findConfirmedPreview } from '@/lib/store/approvals';
import { findOwner } from '@/lib/store/chats';
import { findCaller } from '@/lib/store/people';
import { isConnectionError } from '@/lib/tools/connection-error';
import type { Connections, Shown } from '@/lib/tools/types';

const CHANGED =
  'What this call would do has changed since it was made. Nothing ran; leave it, and ask for it again.';

const CAME_LATE = 'Its answer came after all: it took effect. Say that it happened, or leave it.';

/** @throws AppError conflict, unavailable: then nothing is decided, and the card stays */
export async function assertMayRerun(
  db: Database,
  connectionsFor: (caller: Caller) => Connections,
  row: CallRow,
): Promise<void> {
  if (row.result) throw new AppError('conflict', CAME_LATE);
  const ownerId = await findOwner(db, row.chatId);
  const owner = ownerId === undefined ? undefined : await findCaller(db, ownerId);
  if (!owner) throw new AppError('conflict', 'The person who asked is no longer in the team. Nothing ran.');
  const connections = connectionsFor(owner);
  const { tools } = await connections.list({ fresh: row.server, forPages: true, forOrders: true });
  const listed = tools.find((one) => one.server === row.server && one.name === row.tool);
  if (!listed) {
    throw new AppError('unavailable', `The tool ${row.tool} of ${row.server} is not there now. Nothing ran.`);
  }
  if (!isSameTool(listed, row)) throw new AppError('conflict', CHANGED);
  const tool = toolOfCall(listed, row);
  const now = () => readAuthority(db, row.chatId, owner, { runId: row.runId });
  const authority = await now();
  const ruling = judgeNow(tool, JSON.parse(row.input), authority);
  if (ruling.effect === 'deny') throw new AppError('conflict', `${ruling.reason} Nothing ran.`);
  const isMore = ruling.effect === 'ask_admin' || ruling.effect === 'two_admins' || ruling.critical;
  if (isMore) {
    throw new AppError('conflict', `${ruling.reason} Nothing ran; leave it, and ask for it again.`);
  }
  const { signal } = new AbortController();
  const look = () => shownOf({ connections, signal, now, authority }, tool, JSON.parse(row.input));
  const isSame = await showsTheSame(db, row, look).catch((error: unknown) => {
    if (!isConnectionError(error)) throw error;
    throw new AppError('unavailable', `What it would do cannot be told now: ${error.message} Nothing ran.`);
  });
  if (!isSame) throw new AppError('conflict', CHANGED);
}

/** Whether it would do what the card showed when a person confirmed it; for a call without a card nothing was shown. */
export async function showsTheSame(
  db: Database,
  row: CallRow,
  look: () => Promise<Shown | null>,
): Promise<boolean> {
  const hash = await findConfirmedPreview(db, row);
  if (hash === undefined) return true;
  return hash === previewHash(await look());
}
