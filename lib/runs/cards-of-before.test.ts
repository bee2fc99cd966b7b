/** Cards and decisions that have been overtaken: by a newer build of Amber (F11), or by a new message (R3). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { CrashHarness, call } from './testing/crash-harness';

const { approvals } = schema;

describe.each(testDatabases)('cards of before on $name', ({ openAsOwner }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await openAsOwner());
  });
  afterAll(() => crash.close());
  beforeEach(() => crash.reset());

  async function asked(...ids: string[]) {
    const { harness } = crash;
    const chatId = await harness.chat();
    harness.steps({ calls: ids.map((id) => call('drop', id)) }, { text: 'So it is.' });
    await harness.say(chatId, 'Drop');
    const cards = await harness.cards(chatId, 'pending');
    const idOf = (id: string) => cards.find(({ input }) => Object(input).id === id)?.id ?? '';
    return { chatId, idOf };
  }

  // A build that hashes or displays differently finds other hashes in the rows of the previous one.
  it.each(['definitionHash', 'previewHash'] as const)(
    'one with another %s runs nothing, and is asked again in the words of today',
    async (hash) => {
      const { harness, opened } = crash;
      const { chatId, idOf } = await asked('a');
      const id = idOf('a');
      await opened.db
        .update(approvals)
        .set({ [hash]: 'of another build' })
        .where(eq(approvals.id, id));
      await expect(harness.decide(id, 'confirm')).rejects.toMatchObject({ code: 'changed' });
      expect(crash.executed).toEqual([]);
      const [fresh] = await harness.cards(chatId, 'pending');
      expect(fresh?.id).not.toBe(id);
      expect(await harness.decide(fresh?.id ?? '', 'confirm')).toBe('confirmed');
      expect(crash.executed).toEqual(['drop a']);
    },
  );

  it('what was confirmed and not yet taken to run is superseded by a new message', async () => {
    const { harness } = crash;
    const { chatId, idOf } = await asked('a', 'b');
    expect(await harness.decide(idOf('a'), 'confirm')).toBe('confirmed');
    // The other card of the step is still pending, so nothing has been claimed.
    expect(crash.executed).toEqual([]);
    harness.steps({ text: 'As you like.' });
    await harness.say(chatId, 'Leave it');
    await expect(harness.decide(idOf('b'), 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    await harness.decide(idOf('a'), 'confirm').catch(() => undefined);
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['drop a superseded', 'drop b superseded']);
  });
});
