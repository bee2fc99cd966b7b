import 'server-only';
/**
 * A call whose server has a page for its result, for the only person who may see it: the one for whom the call was
 * made.
 */
import type { Database } from '@/db/client';
import { AppError, isAppError } from '@/lib/errors';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { findCallOfTeam } from '@/lib/store/calls';
import { countRuns } from '@/lib/store/runs';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import type { PageFacts } from './app-view';

/** @throws AppError not_found */
export async function findShown(db: Database, caller: Caller, callId: string): Promise<CallRow> {
  const found = await findCallOfTeam(db, caller.teamId, callId);
  const isShown = found?.call.status === 'success' && typeof found.call.metadata.page === 'string';
  if (!found || found.owner !== caller.userId || !isShown)
    throw new AppError('not_found', 'There is no such call of yours that a page shows.');
  return found.call;
}

const OFF =
  'Its server has no page for it now, or its pages are off: they are shown of servers that an admin vouches for, or has allowed them for (Servers, in the account menu).';

/**
 * The tools of the call's server that its page may call now, and the call's own tool.
 * @throws AppError forbidden: its page may not be shown now
 */
export async function toolsOfPage(
  connections: Connections,
  { server, serverUrl, tool }: Pick<CallRow, 'server' | 'serverUrl' | 'tool'>,
): Promise<{ shown: ConnectedTool & { page: string }; callable: ConnectedTool[] }> {
  const { tools } = await connections.list({ asKnown: true, forPages: true, waitFor: [server] });
  // A server that has since taken its name learns nothing about its results.
  const theirs = tools.filter((one) => one.server === server && one.serverUrl === serverUrl);
  const shown = theirs.find(({ name }) => name === tool);
  if (shown?.page === undefined) throw new AppError('forbidden', OFF);
  return {
    shown: { ...shown, page: shown.page },
    callable: theirs.filter(({ onlyFor }) => onlyFor !== 'model'),
  };
}

/**
 * The call's tool, whose server has a page for it that may be shown now. Does not contact the server.
 * @throws AppError not_found, forbidden
 */
export async function findPage(
  { db, connections, caller }: { db: Database; connections: Connections; caller: Caller },
  callId: string,
): Promise<ConnectedTool & { page: string }> {
  const { shown } = await toolsOfPage(connections, await findShown(db, caller, callId));
  return shown;
}

/**
 * What the chat has to know about the page before showing it.
 * @returns `off`: why it may not be shown now
 * @throws AppError not_found
 */
export async function describePage(
  { db, connections, caller }: { db: Database; connections: Connections; caller: Caller },
  callId: string,
): Promise<PageFacts> {
  const shown = await findShown(db, caller, callId);
  const [runs, off] = await Promise.all([
    countRuns(db, callId),
    toolsOfPage(connections, shown).then(
      () => null,
      (error: unknown) => {
        if (isAppError(error)) return error.message;
        throw error;
      },
    ),
  ]);
  return { hasCalled: runs > 0, off };
}
