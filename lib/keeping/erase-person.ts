import 'server-only';
/**
 * Erases somebody who has left or requests it: name, address, everything that gives access, and everything they said.
 * Their id stays as a pseudonym in the record, the ledger and what they decided, but leads to nobody. First they are
 * locked out, in one transaction; then what they said is removed piece by piece, and any process can continue with
 * that.
 */
import type { Database, Transaction } from '@/db/client';
import { changeTeamData, lockTeam, type TeamData } from '@/db/queries/change';
import { removeMember } from '@/db/queries/team-changes';
import { eraseChat } from '@/lib/chats/bin';
import { AppError } from '@/lib/errors';
import { log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import { eraseContents, listCallsWithContents } from '@/lib/store/keeping/contents';
import {
  closeChatsOf,
  countOf,
  deleteRowsOf,
  emptyRunsOf,
  emptySharesOf,
  emptyTokensOf,
  emptyUser,
  type FoundPerson,
  findOpenOf,
  findPerson,
  listChatsLeftOf,
  listErasing,
  lockChatsOf,
  lockUser,
  markErasureEnded,
  renameEditor,
  upsertErasure,
} from '@/lib/store/keeping/erasing-people';
import { namePerson } from '@/lib/store/people';
import { ToolError } from '@/mcp/result';
import { assertMayGo, assertMayLeave, lockMember } from '@/mcp/tools/team/rules';
import { assertAdmin } from './keeping';

/** How many calls are emptied at once. */
const PIECE = 100;

const NOBODY = 'There is no such person in your team, or they were erased.';

/** The name shown for them from then on. */
export const pseudonymOf = (userId: string): string => `Erased person ${userId.slice(-6)}`;

/**
 * The same for showing what would happen and for doing it.
 * @throws AppError not_found (in another team, or erased), conflict (oneself, a demo account, something in progress,
 * chats elsewhere)
 */
export async function assertErasable(
  db: TeamData['db'] | Database,
  { teamId, userId: by }: Pick<Caller, 'teamId' | 'userId'>,
  userId: string,
): Promise<FoundPerson> {
  const person = await findPerson(db, teamId, userId);
  if (!person) throw new AppError('not_found', NOBODY);
  if (userId === by) throw new AppError('conflict', 'Nobody erases themselves. Ask another admin to do it.');
  if (person.demo) throw new AppError('conflict', 'A demo account stays as it is: everybody uses it.');
  const { busy, elsewhere } = await findOpenOf(db, userId, teamId);
  if (elsewhere) {
    throw new AppError('conflict', 'They have chats in another team, which are not yours to erase.');
  }
  if (busy) {
    throw new AppError(
      'conflict',
      'An answer or a card of theirs is under way. Let it end, or remove them from the team first, which ends it.',
    );
  }
  return person;
}

/**
 * From the commit on they are gone for everybody; removing what they said follows.
 * @param assertStill checks in the transaction whether the person asking may still do so
 * @returns how many items go, and how many stay
 * @throws AppError forbidden, and what `assertErasable` throws
 */
export async function erasePerson(
  db: Database,
  caller: Caller,
  userId: string,
  assertStill: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Record<string, number>> {
  const counts = await inTeam(db, caller.teamId, async (data) => {
    await namePerson(data.db, caller.userId);
    await assertAdmin(data.db, caller);
    await assertStill(data.db);
    return goOut(data, caller, userId, (found) => assertGoes(data, found, caller.userId));
  });
  log('info', 'person erased', { person: userId, team: caller.teamId });
  await finish(db, userId);
  return counts;
}

/** Continues erasures that a process left unfinished, and erases those whom a list names after a restore. */
export async function goOnErasing(db: Database): Promise<void> {
  for (const { userId, teamId, begunAt } of await listErasing(db)) {
    if (begunAt === null && !(await beginFromList(db, teamId, userId))) continue;
    await finish(db, userId);
  }
}

/** A failure must not leave somebody who was to be erased in place: it is tried again. */
async function beginFromList(db: Database, teamId: string, userId: string): Promise<boolean> {
  try {
    await inTeam(db, teamId, (data) =>
      goOut(data, { teamId, userId: null }, userId, async () => {
        const member = await lockMember(data, userId);
        if (member) await assertMayLeave(data, member);
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log('warn', 'person not erased', { person: userId, team: teamId, why: error.code });
    return false;
  }
}

async function assertGoes(data: TeamData, found: FoundPerson, by: string): Promise<void> {
  if (found.role === null) return;
  const member = await lockMember(data, found.id);
  if (!member) throw new AppError('not_found', NOBODY);
  await assertMayGo(data, member, by);
}

/** With the team locked: one after the other, and never the last admin. */
async function goOut(
  data: TeamData,
  caller: { teamId: string; userId: string | null },
  userId: string,
  assertMay: (found: FoundPerson) => Promise<void>,
): Promise<Record<string, number>> {
  const tx = data.db;
  // Chats before the person, as everything that writes into a chat locks them; and again for what was begun in between.
  await lockChatsOf(tx, userId);
  if (!(await lockUser(tx, userId))) throw new AppError('not_found', NOBODY);
  await lockChatsOf(tx, userId);
  const person = await assertErasable(tx, { teamId: caller.teamId, userId: caller.userId ?? '' }, userId);
  await assertMay(person);
  const { goes, stays } = await countOf(tx, userId);
  const by = caller.userId;
  if (person.role !== null) await removeMember(data, userId);
  await emptySharesOf(tx, userId, by);
  await emptyTokensOf(tx, userId, by);
  await closeChatsOf(tx, userId);
  await emptyRunsOf(tx, userId);
  await renameEditor(tx, userId, pseudonymOf(userId));
  await deleteRowsOf(tx, person);
  await emptyUser(tx, userId, pseudonymOf(userId));
  const counts = { ...goes, ...stays };
  await upsertErasure(tx, { userId, teamId: caller.teamId, erasedBy: by, counts });
  return counts;
}

/** Can be done by any process, at any time, any number of times. */
async function finish(db: Database, userId: string): Promise<void> {
  for (const chatId of await listChatsLeftOf(db, userId)) {
    while (await eraseSomeContents(db, chatId));
    await eraseChat(db, chatId);
  }
  await db.transaction((tx) => markErasureEnded(tx, userId));
}

async function eraseSomeContents(db: Database, chatId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ids = await listCallsWithContents(tx, [chatId], PIECE);
    await eraseContents(tx, ids);
    return ids.length === PIECE;
  });
}

async function inTeam<Result>(
  db: Database,
  teamId: string,
  work: (data: TeamData) => Promise<Result>,
): Promise<Result> {
  const { signal } = new AbortController();
  try {
    return await changeTeamData({ db, teamId, signal }, async (data) => {
      await lockTeam(data);
      return work(data);
    });
  } catch (error) {
    throw error instanceof ToolError ? new AppError('conflict', error.message) : error;
  }
}
