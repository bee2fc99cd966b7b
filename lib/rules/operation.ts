import 'server-only';
/** How the team's Amber is doing now, for its admins and auditors. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { readsRecord } from '@/lib/people/roles';
import { findRole } from '@/lib/store/people';
import { type DayRow, listUnsent, readDay } from '@/lib/store/settings/day';
import { listServerFigures, readOperation } from '@/lib/store/settings/operation';
import { listTableSizes } from '@/lib/store/settings/seeing';
import type { OperationView } from './operation-view';

/** Servers in the table. */
const MOST = 50;
const MOST_TABLES = 10;

/** @throws AppError forbidden */
export async function operationOf(db: Database, caller: Caller): Promise<OperationView> {
  if (!readsRecord(await findRole(db, caller))) {
    throw new AppError('forbidden', 'Only admins see how Amber does.');
  }
  const { teamId } = caller;
  const [row, servers, day, leaving, tables] = await Promise.all([
    readOperation(db, teamId),
    listServerFigures(db, teamId, MOST),
    readDay(db, teamId),
    listUnsent(db, teamId),
    listTableSizes(db, MOST_TABLES),
  ]);
  return { ...(row ?? NOTHING), ...(day ? ofDay(day) : NOTHING_TODAY), leaving, tables, servers };
}

function ofDay({ done, failed, unclear, notRun, asked, inVain, ms, read, written }: DayRow) {
  return {
    calls: { done, failed, unclear, notRun },
    models: { asked, inVain, usual: asked > 0 ? Math.round(ms / asked) : null, read, written },
  };
}

const NOTHING_TODAY = {
  calls: { done: 0, failed: 0, unclear: 0, notRun: 0 },
  models: { asked: 0, inVain: 0, usual: null, read: 0, written: 0 },
};

const NOTHING = {
  running: 0,
  waiting: 0,
  oldestWaiting: null,
  held: 0,
  unknown: 0,
  unsent: 0,
  oldestUnsent: null,
  notSent: 0,
};
