import 'server-only';
/**
 * The one statement that changes a call's status: of one call, on its own or as part of another statement, or of
 * several calls of a run.
 */
import { and, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { as, columnsWritten, type Given, kept, keptBy, listed } from '@/db/kept';
import { schema } from '@/db/schema/all';
import type { CallRow } from '../calls';
import { type HeldRun, maySendFor } from '../runs';

const { calls } = schema;

/** What is written when calls change their status. */
export interface CallStep extends Partial<Omit<CallRow, 'status' | 'attempts'>> {
  status: CallRow['status'];
  isClaimed: boolean;
  isDispatched: boolean;
  isEnded: boolean;
}

/** A further condition, in the same statement. */
export type Condition = SQL;

/** Which calls take the step: one call as it was read, if all further conditions hold; or those of a run. */
export type Stepping =
  | { row: CallRow; held?: HeldRun | undefined; only?: Condition | undefined }
  | { runId: string; toolCallIds?: readonly string[] };

function isStepping(which: Stepping): SQL | undefined {
  if ('runId' in which) {
    const { runId, toolCallIds } = which;
    return and(eq(calls.runId, runId), toolCallIds && inArray(calls.toolCallId, [...toolCallIds]));
  }
  const { row, held, only } = which;
  const isSame = and(eq(calls.id, row.id), eq(calls.status, row.status), eq(calls.attempts, row.attempts));
  return and(isSame, held && maySendFor(held), only);
}

/**
 * The one statement that changes a status.
 * @param before statuses from which the step may be made
 */
export function updateStatus(
  db: Pick<Queryable, 'update'>,
  which: Stepping,
  before: readonly CallRow['status'][],
  step: CallStep,
): Promise<Stepped[]> {
  const isWhole = isQueryable(db) && 'row' in which && !which.only;
  return isWhole
    ? updateOne(db, which, before, step)
    : stepping(db, isStepping(which), inArray(calls.status, [...before]), step);
}

/** It stands alone rather than being part of a larger statement. */
const isQueryable = (db: Pick<Queryable, 'update'>): db is Queryable => 'execute' in db;

type Stepped = Pick<CallRow, 'attempts' | 'claimedAt' | 'dispatchedAt' | 'endedAt'>;

/** Columns that a step sets to the present time. */
const MARKS = ['isClaimed', 'isDispatched', 'isEnded'] as const;

function stepping(
  db: Pick<Queryable, 'update'>,
  isIt: SQL | undefined,
  isBefore: SQL,
  { isClaimed, isDispatched, isEnded, ...step }: CallStep,
) {
  return db
    .update(calls)
    .set({
      ...step,
      ...(isClaimed && { claimedAt: sql`now()` }),
      ...(isDispatched && { dispatchedAt: sql`now()`, attempts: sql`${calls.attempts} + 1` }),
      ...(isEnded && { endedAt: sql`now()` }),
    })
    .where(and(isIt, isBefore))
    .returning({
      attempts: calls.attempts,
      claimedAt: calls.claimedAt,
      dispatchedAt: calls.dispatchedAt,
      endedAt: calls.endedAt,
    });
}

function updateOne(
  db: Queryable,
  { row, held }: { row: CallRow; held?: HeldRun | undefined },
  before: readonly CallRow['status'][],
  { isClaimed, isDispatched, isEnded, ...step }: CallStep,
): Promise<Stepped[]> {
  const marked = { isClaimed, isDispatched, isEnded };
  const marks = MARKS.filter((mark) => marked[mark]).join(' ');
  return steppingOne(`${columnsWritten(step)}/${marks}/${held ? 'held' : ''}`)(db, {
    ...step,
    callId: row.id,
    was: row.status,
    tries: row.attempts,
    before: JSON.stringify(before),
    heldId: held?.id,
    fence: held?.fence,
  });
}

const OF_ONE = ['callId', 'was', 'tries', 'before', 'heldId', 'fence'] as const;

/** @param shape the columns to write, which times are set, and whether the process must hold the run */
const steppingOne = keptBy((shape: string) => {
  const [columns = '', marks = '', held = ''] = shape.split('/');
  const written = columns.split(' ') as (keyof typeof calls.$inferSelect)[];
  return kept([...(written as string[]), ...OF_ONE], (db, given) => {
    const { callId, was, tries, before, heldId, fence } = given as Given<(typeof OF_ONE)[number]>;
    const set = written.map((name) => [name, as(given[name] as Placeholder, calls[name])] as const);
    const isSame = and(eq(calls.id, callId), eq(calls.status, was), eq(calls.attempts, tries));
    const isHeld = held ? maySendFor({ id: heldId, fence }) : undefined;
    return stepping(db, and(isSame, isHeld), inArray(calls.status, listed(before)), {
      ...(Object.fromEntries(set) as unknown as Pick<CallStep, 'status'>),
      isClaimed: marks.includes('isClaimed'),
      isDispatched: marks.includes('isDispatched'),
      isEnded: marks.includes('isEnded'),
    });
  });
});
