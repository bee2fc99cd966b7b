/** Feedback by the owner of a chat on an answer: stored with it, changed, removed, and possible for nobody else. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { eraseChat } from '@/lib/chats/bin';
import { readChat } from '../read-chats';
import { RunHarness } from '../testing/run-harness';
import { rateAnswer } from './rate-answer';

describe.each(testDatabases)('feedback on $name', ({ open }) => {
  let harness: RunHarness;
  beforeAll(async () => {
    harness = await RunHarness.open(await open());
  });
  afterAll(async () => {
    await harness.closeConnections();
    await harness.opened.close();
  });

  it('stands with the answer until it is changed or taken back', async () => {
    const { db } = harness.deps;
    const chatId = await harness.chat();
    harness.steps({ text: 'Six.' });
    await harness.say(chatId, 'How many?');
    const read = async () => (await readChat(db, harness.admin, chatId))?.messages ?? [];
    const [asked, answer] = await read();
    const at = { chatId, messageId: answer?.id ?? '' };
    const rate = (feedback: Parameters<typeof rateAnswer>[3], who = harness.admin, where = at) =>
      rateAnswer(db, who, where, feedback);
    await rate({ good: true, words: '' });
    await rate({ good: false, words: 'It was seven.\u0000\u202e' });
    expect((await read())[1]?.metadata?.feedback).toEqual({
      good: false,
      words: 'It was seven.\u0000\u202e',
    });
    const other = await harness.person('member');
    await expect(rate({ good: true, words: '' }, other)).rejects.toMatchObject({ code: 'not_found' });
    const question = { chatId, messageId: asked?.id ?? '' };
    await expect(rate({ good: true, words: '' }, harness.admin, question)).rejects.toMatchObject({
      code: 'not_found',
    });
    await rate(null);
    expect((await read())[1]?.metadata?.feedback).toBeUndefined();
    await rate({ good: true, words: 'Yes' });
    await eraseChat(db, chatId);
    const { feedback } = schema;
    expect(await db.select().from(feedback).where(eq(feedback.chatId, chatId))).toEqual([]);
  });
});
