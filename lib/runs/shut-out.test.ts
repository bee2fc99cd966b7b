/**
 * A process that stalled for so long that another one adopted its run: what it then writes about the run's calls has no
 * effect.
 */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { allLive } from './follow/live';
import { CrashHarness, call } from './testing/crash-harness';

const { policyRules, runs } = schema;

/** What would be deleted, according to the companion; the process stalls during it. */
const GOES = { structuredContent: { lines: [{ label: 'Thing', value: 'a' }] }, content: [] };

describe.each(testDatabases)('a process that was shut out on $name', ({ open }) => {
  let opened: OpenDatabase;
  let crash: CrashHarness;

  beforeAll(async () => {
    opened = await open();
    crash = await CrashHarness.open(opened);
    crash.declared = { drop: { _meta: { 'amber/preview': 'look' } } };
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    await opened.db.delete(policyRules);
  });

  /** Requests `drop a`; the look-up after its confirmation finds the run adopted by another process. */
  async function confirmedAndShutOut(confirm: (id: string) => Promise<unknown>): Promise<string> {
    const { harness } = crash;
    crash.answer = (tool) => (tool === 'look' ? GOES : undefined);
    const chatId = await harness.chat();
    harness.steps({ calls: [call('drop', 'a')] });
    await harness.say(chatId, 'Drop it');
    const [card] = await harness.cards(chatId, 'pending');
    if (!card) throw new Error('Nothing waits.');
    const other = { fence: sql`${runs.fence} + 1`, owner: 'another' };
    crash.answer = async (tool) => {
      if (tool !== 'look') return undefined;
      const took = and(eq(runs.chatId, chatId), eq(runs.status, 'running'));
      await opened.db.update(runs).set(other).where(took);
      return GOES;
    };
    await confirm(card.id);
    await Promise.all(allLive().map(({ done }) => done));
    return chatId;
  }

  async function goneOnWith(chatId: string): Promise<void> {
    crash.answer = (tool) => (tool === 'look' ? GOES : undefined);
    const [run] = await opened.db.select().from(runs).where(eq(runs.chatId, chatId));
    await crash.kill(run?.id ?? '');
    await crash.harness.recover();
    await Promise.all(allLive().map(({ done }) => done));
  }

  const dropped = () => crash.executed.filter((one) => one === 'drop a');

  it('ends no confirmed call: whoever has the run now makes it, once', async () => {
    const chatId = await confirmedAndShutOut((id) => crash.harness.decide(id, 'confirm'));
    expect(dropped()).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['drop a approved']);
    await goneOnWith(chatId);
    expect(dropped()).toEqual(['drop a']);
    expect(await crash.ledger(chatId)).toEqual(['drop a success']);
  });
});
