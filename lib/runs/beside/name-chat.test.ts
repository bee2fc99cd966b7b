/** A chat is named after its first exchange, unless a person has named it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/db/ids';
import { testDatabases } from '@/db/testing/databases';
import type { Exchange } from '@/lib/agent/aside/name-exchange';
import { updateChat } from '../chats';
import { driveRun } from '../drive';
import { readChat } from '../read-chats';
import { RunHarness } from '../testing/run-harness';

describe.each(testDatabases)('titles on $name', ({ open }) => {
  let harness: RunHarness;
  beforeAll(async () => {
    harness = await RunHarness.open(await open());
  });
  afterAll(async () => {
    await harness.closeConnections();
    await harness.opened.close();
  });

  const title = async (chatId: string) => (await readChat(harness.deps.db, harness.admin, chatId))?.title;

  /** Sends a message; returns the exchanges for which a title was requested. */
  async function say(chatId: string, text: string, before: () => Promise<void> = async () => {}) {
    const asked: Exchange[] = [];
    let named = () => {};
    const done = new Promise<void>((resolve) => {
      named = resolve;
    });
    const name = async (exchange: Exchange) => {
      asked.push(exchange);
      await before();
      setTimeout(named, 0);
      return 'Made by itself';
    };
    const begun = await harness.begin(chatId, { id: newId('msg'), text });
    const isFirst = begun.opening?.history?.length === 1;
    await driveRun({ ...harness.deps, naming: () => name }, harness.admin, begun).done;
    if (isFirst) await done;
    return asked;
  }

  it('come from the first exchange, and from no other', async () => {
    const chatId = await harness.chat();
    harness.steps({ text: 'None is.' });
    expect(await say(chatId, 'whcih are overdeu?')).toEqual([
      { asked: 'whcih are overdeu?', answered: 'None is.' },
    ]);
    await expect.poll(() => title(chatId)).toBe('Made by itself');
    harness.steps({ text: 'No.' });
    expect(await say(chatId, 'And now?')).toEqual([]);
  });

  it('never take the place of a person’s', async () => {
    const chatId = await harness.chat();
    const rename = () => updateChat(harness.deps.db, harness.admin, chatId, { title: 'Mine' });
    harness.steps({ text: 'None is.' });
    expect(await say(chatId, 'which?', rename)).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await title(chatId)).toBe('Mine');
  });
});
