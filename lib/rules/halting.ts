import 'server-only';
/**
 * The kill switch: an admin stops something at once, in every process, and lifts that again. No call covered by a halt
 * is sent, since the statement that sends one checks for halts. Calls already sent are not called back; what waits for
 * a person keeps waiting.
 */
import type { Database, Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { readsRecord } from '@/lib/people/roles';
import { type Halt, haltOf, haltsAt, MOST_WORDS } from '@/lib/policy/halts';
import { findCaller, findRole } from '@/lib/store/people';
import { countPolicyChange, findPolicyVersion, lockPolicy } from '@/lib/store/rules';
import { findHalt, insertHalt, type ListedHalt, listHalts, markLifted } from '@/lib/store/settings/halts';
import { visible } from '@/lib/values/text';
import type { HaltsView, HaltView } from './halt-view';

/** The most active halts of a team: every judgement reads them. */
const MOST = 100;
/** How many lifted ones are shown. */
const SHOWN = 50;

/** Everybody in the team may know why nothing runs. */
export async function readHalts(db: Queryable, { teamId, role }: Caller): Promise<HaltsView> {
  const [version, rows] = await Promise.all([
    findPolicyVersion(db, teamId),
    listHalts(db, teamId, MOST + SHOWN),
  ]);
  const isLifted = (row: ListedHalt) => row.liftedAt !== null;
  return {
    version: version ?? 0,
    halts: rows.filter((row) => !isLifted(row)).map(viewOf),
    lifted: !readsRecord(role)
      ? []
      : rows
          .filter(isLifted)
          .slice(0, SHOWN)
          .map((row) => ({
            ...viewOf(row),
            liftedBy: row.liftedByName,
            liftedAt: row.liftedAt?.toISOString() ?? '',
          })),
  };
}

function viewOf({ id, kind, server, tool, userId, reason, ...row }: ListedHalt): HaltView {
  const target = { kind, server, tool, userId, reason };
  return { id, ...target, setBy: row.setByName, setAt: row.setAt.toISOString(), person: row.person };
}

/** Whether calls of a tool are halted for this person in their chats. */
export async function stoppedFor(
  db: Queryable,
  caller: Caller,
): Promise<(tool: Parameters<typeof haltOf>[1]) => boolean> {
  const { halts } = await readHalts(db, caller);
  const held = haltsAt(halts, { userId: caller.userId, byClient: false });
  return (tool) => haltOf(held, tool) !== undefined;
}

/**
 * Takes effect with the commit. An existing halt stays, with its first reason. Servers and tools need not be known: one
 * can be halted while it is away.
 * @throws AppError forbidden (also: everything is halted for the person asking), not_found (no such person), conflict
 * (oneself, too many)
 */
export async function stopAtOnce(db: Database, caller: Caller, halt: Halt): Promise<HaltsView> {
  return change(db, caller, async (tx, { halts }) => {
    if (halt.userId === caller.userId) {
      throw new AppError('conflict', 'Nobody stops themselves: nobody else could lift it for sure.');
    }
    if (halt.userId !== null && (await findCaller(tx, halt.userId))?.teamId !== caller.teamId) {
      throw new AppError('not_found', 'There is no such person in your team.');
    }
    if (halts.length >= MOST) {
      throw new AppError('conflict', `At most ${MOST} things are stopped at once. Lift some first.`);
    }
    // It appears within sentences, which models read as well.
    const reason = visible(halt.reason.replace(/\s+/g, ' ').trim()).slice(0, MOST_WORDS);
    await insertHalt(tx, caller, randomToken(), { ...halt, reason });
  });
}

/**
 * Lifts it: what waits can be confirmed again.
 * @throws AppError forbidden, not_found
 */
export async function lift(db: Database, caller: Caller, id: string): Promise<HaltsView> {
  return change(db, caller, async (tx) => {
    const halt = await findHalt(tx, caller.teamId, id);
    if (!halt) throw new AppError('not_found', 'This is not stopped any more.');
    await markLifted(tx, caller, id);
  });
}

async function change(
  db: Database,
  caller: Caller,
  made: (tx: Transaction, now: HaltsView) => Promise<void>,
): Promise<HaltsView> {
  return db.transaction(async (tx) => {
    await lockPolicy(tx, caller);
    // By the database, not by what the session said a moment ago.
    if ((await findRole(tx, caller)) !== 'admin') {
      throw new AppError('forbidden', 'Only admins stop something, or let it go on.');
    }
    const now = await readHalts(tx, caller);
    if (now.halts.some(({ userId }) => userId === caller.userId)) {
      throw new AppError(
        'forbidden',
        'An admin has stopped everything for you: another admin must lift that.',
      );
    }
    await made(tx, now);
    await countPolicyChange(tx, caller.teamId);
    return readHalts(tx, caller);
  });
}
