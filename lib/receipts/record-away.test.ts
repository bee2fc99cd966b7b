/** If the record cannot be written, nothing happens that would have to be in it (R31, F13). */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';

describe.each(testDatabases)('a record that cannot be written on $name', ({ openAsOwner }) => {
  let crash: CrashHarness;

  beforeAll(async () => {
    crash = await CrashHarness.open(await openAsOwner());
  });
  afterAll(() => crash.close());
  beforeEach(() => crash.reset());

  const run = (statement: string) => crash.opened.db.execute(sql.raw(statement));
  const refuse = () => run('alter table receipts add constraint away check (false) not valid');
  const take = () => run('alter table receipts drop constraint if exists away');
  afterEach(take);

  it('nothing is decided, and the card waits on', async () => {
    const { harness } = crash;
    const chatId = await harness.chat();
    harness.steps({ calls: [call('drop', 'a')] }, { text: 'Dropped.' });
    await harness.say(chatId, 'Drop');
    const [card] = await harness.cards(chatId, 'pending');
    await refuse();
    await expect(harness.decide(card?.id ?? '', 'confirm')).rejects.toThrow();
    expect(crash.executed).toEqual([]);
    expect((await harness.cards(chatId, 'pending')).map(({ id }) => id)).toEqual([card?.id]);
    await take();
    expect(await harness.decide(card?.id ?? '', 'confirm')).toBe('confirmed');
    expect(crash.executed).toEqual(['drop a']);
  });

  it('nothing is sent, not even what only reads', async () => {
    const { harness } = crash;
    const chatId = await harness.chat();
    let asked = 0;
    harness.script = () => (asked++ === 0 ? { calls: [call('look', 'a')] } : { text: 'So it is.' });
    await refuse();
    await harness.say(chatId, 'Look').catch(() => undefined);
    expect(asked).toBeGreaterThan(0);
    expect(crash.executed).toEqual([]);
  });
});
