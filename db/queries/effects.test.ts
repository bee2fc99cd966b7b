/**
 * Whether a call took effect is committed together with the effect itself, even if someone settles the call meanwhile.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, rowsOf } from '../client';
import { newId } from '../ids';
import { teams } from '../schema/auth';
import { categories } from '../schema/company';
import { calls, effects } from '../schema/ledger';
import { testDatabases } from '../testing/databases';
import { addCall } from '../testing/ledger-call';
import { changeTeamData } from './change';
import { assertUnsealed, findEffect, keepEffectResult, noteEffect, SealedCallError } from './effects';

describe.each(testDatabases)('on $name', ({ open, name }) => {
  let database: OpenDatabase;
  let teamId: string;

  const newTeam = async () => {
    const id = newId('team');
    await database.db.insert(teams).values({ id, name: 'Alder & Finch' });
    return id;
  };
  const countOf = (table: typeof categories | typeof effects) =>
    database.db.$count(table, eq(table.teamId, teamId));
  /** A change with this call id that adds a category. */
  const change = (callId: string, signal = new AbortController().signal, end = () => {}) =>
    changeTeamData({ db: database.db, teamId, signal, callId }, async ({ db }) => {
      await db.insert(categories).values({ id: newId('cat'), teamId, name: newId('name'), kind: 'expense' });
      end();
    });
  const seal = (callId: string) =>
    database.db.update(calls).set({ sealedAt: new Date() }).where(eq(calls.id, callId));

  beforeAll(async () => {
    database = await open();
    teamId = await newTeam();
  });
  afterAll(() => database?.close());

  test('is noted with the change, also of a call that is in no ledger of ours', async () => {
    for (const callId of [await addCall(database.db, teamId), newId('call')]) {
      await change(callId);
      expect(await findEffect(database.db, { teamId, callId })).toEqual({ result: null });
    }
  });

  test('is not noted when the change fails, or its caller goes', async () => {
    const [before, noted] = [await countOf(categories), await countOf(effects)];
    const leaving = new AbortController();
    const failing = change(newId('call'), undefined, () => {
      throw new RangeError('no');
    });
    await expect(failing).rejects.toThrow(RangeError);
    const gone = change(newId('call'), leaving.signal, () => leaving.abort(new RangeError('gone')));
    await expect(gone).rejects.toThrow(RangeError);
    expect([await countOf(categories), await countOf(effects)]).toEqual([before, noted]);
  });

  test('is refused once the call is sealed: nothing of the change stays', async () => {
    const callId = await addCall(database.db, teamId, { sealed: true });
    const [before, noted] = [await countOf(categories), await countOf(effects)];
    await expect(change(callId)).rejects.toThrow(SealedCallError);
    expect([await countOf(categories), await countOf(effects)]).toEqual([before, noted]);
  });

  test('stands once however often the id comes, and its first result stays', async () => {
    const key = { teamId, callId: await addCall(database.db, teamId) };
    await change(key.callId);
    await keepEffectResult(database.db, key, { created: true });
    await change(key.callId);
    await keepEffectResult(database.db, key, { created: false });
    expect(await findEffect(database.db, key)).toEqual({ result: { created: true } });
  });

  test("is its team's own: another neither sees it nor adds to it, nor seals it", async () => {
    const other = await newTeam();
    const callId = await addCall(database.db, other, { sealed: true });
    await change(callId);
    await keepEffectResult(database.db, { teamId: other, callId }, { created: true });
    expect(await findEffect(database.db, { teamId: other, callId })).toBeUndefined();
    expect(await findEffect(database.db, { teamId, callId })).toEqual({ result: null });
  });

  // The embedded database has one connection: nothing can come in between there.
  describe.runIf(name === 'postgres')('while the call is being settled', () => {
    /** Resolves once a connection waits for a row that another transaction has locked. */
    const someoneWaits = () =>
      expect
        .poll(() =>
          rowsOf(
            database.db,
            sql`select 1 from pg_locks join pg_stat_activity using (pid)
              where not granted and datname = current_database()`,
          ),
        )
        .toHaveLength(1);

    test('who seals it waits for the change and then finds the effect', async () => {
      const callId = await addCall(database.db, teamId);
      let sealing: Promise<unknown> | undefined;
      await database.db.transaction(async (tx) => {
        await noteEffect({ db: tx }, { teamId, callId });
        await assertUnsealed({ db: tx }, { teamId, callId });
        sealing = seal(callId).then(() => findEffect(database.db, { teamId, callId }));
        await someoneWaits();
      });
      expect(await sealing).toEqual({ result: null });
    });

    test('a change waits for who seals it and then leaves nothing', async () => {
      const callId = await addCall(database.db, teamId);
      let changing: Promise<unknown> | undefined;
      await database.db.transaction(async (tx) => {
        await tx.update(calls).set({ sealedAt: new Date() }).where(eq(calls.id, callId));
        changing = change(callId).catch((error: unknown) => error);
        await someoneWaits();
      });
      expect(await changing).toBeInstanceOf(SealedCallError);
      expect(await findEffect(database.db, { teamId, callId })).toBeUndefined();
    });
  });
});
