/** Which model answers in a chat: the chosen one, also changed between turns, and the default if that one is gone. */
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { APICallError, simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { createChat, updateChat } from './chats';
import type { RunDependencies } from './dependencies';
import { driveRun } from './drive';
import { readChat } from './read-chats';
import { RunHarness } from './testing/run-harness';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const noted = { openai: { itemId: 'of the provider' } };
/** Sends reasoning, then its own id. */
const said = (id: string): LanguageModelV4StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'reasoning-start', id: 'r', providerMetadata: noted },
  { type: 'reasoning-delta', id: 'r', delta: `thoughts of ${id}` },
  { type: 'reasoning-end', id: 'r', providerMetadata: noted },
  { type: 'text-start', id: 't', providerMetadata: noted },
  { type: 'text-delta', id: 't', delta: `I am ${id}.` },
  { type: 'text-end', id: 't', providerMetadata: noted },
  { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE },
];

describe.each(testDatabases)('models on $name', ({ open }) => {
  let harness: RunHarness;
  const prompts: [id: string, prompt: LanguageModelV4CallOptions['prompt']][] = [];
  beforeAll(async () => {
    harness = await RunHarness.open(await open());
  });
  afterAll(async () => {
    await harness.closeConnections();
    await harness.opened.close();
  });

  function speaker(id: string) {
    const model = new MockLanguageModelV4({
      doStream: async ({ prompt }) => {
        prompts.push([id, prompt]);
        return { stream: simulateReadableStream({ chunks: said(id) }) };
      },
    });
    return { id, title: `Model ${id}`, model, providerOptions: undefined };
  }
  const list = ['one', 'two'].map(speaker);
  const deps = (): RunDependencies => ({
    ...harness.deps,
    model: (id) => list.find((known) => known.id === id) ?? speaker('one'),
  });

  async function say(chatId: string) {
    const begun = await harness.begin(chatId, { id: newId('msg'), text: 'Who are you?' });
    await driveRun(deps(), harness.admin, begun).done;
    const chat = await readChat(harness.deps.db, harness.admin, chatId);
    return chat?.messages.at(-1);
  }
  const textOf = (message: Awaited<ReturnType<typeof say>>) =>
    message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const choose = (chatId: string, model: string | null) =>
    updateChat(harness.deps.db, harness.admin, chatId, { model });

  it('the one that was chosen answers, from the next message on', async () => {
    const chatId = await createChat(harness.deps.db, harness.admin, 'default', false, 'two');
    const first = await say(chatId);
    expect(textOf(first)).toBe('I am two.');
    expect(first?.metadata?.made).toMatchObject({ model: 'two', title: 'Model two' });
    await choose(chatId, null);
    expect((await readChat(harness.deps.db, harness.admin, chatId))?.model).toBeNull();
    expect(textOf(await say(chatId))).toBe('I am one.');
  });

  it('what one has thought goes to itself alone', async () => {
    const chatId = await createChat(harness.deps.db, harness.admin, 'default', false, 'two');
    await say(chatId);
    await say(chatId);
    expect(JSON.stringify(prompts.at(-1))).toContain('thoughts of two');
    await choose(chatId, 'one');
    await say(chatId);
    const [id, prompt] = prompts.at(-1) ?? [];
    expect(id).toBe('one');
    expect(JSON.stringify(prompt)).toContain('I am two.');
    expect(JSON.stringify(prompt)).not.toMatch(/thoughts of two|of the provider/);
  });

  it('one that has gone gives way to the default, which says so, and what began goes on with what began it', async () => {
    const chatId = await createChat(harness.deps.db, harness.admin, 'default', false, 'gone');
    const answer = await say(chatId);
    expect(textOf(answer)).toBe('I am one.');
    const notice = answer?.parts.find((part) => part.type === 'data-notice');
    expect(notice?.data.text).toContain('(gone) is not available any more. Model one answers instead');
    await choose(chatId, 'two');
    const { runs } = schema;
    const rows = await harness.deps.db
      .select({ model: runs.model })
      .from(runs)
      .where(eq(runs.chatId, chatId));
    expect(rows).toEqual([{ model: 'gone' }]);
  });

  it('refuse with what this person can do about it: settings are named to admins, and no attempt is offered in vain', async () => {
    harness.script = () => {
      const sent = { message: 'Bad key sk-secret', url: 'http://model.test', requestBodyValues: {} };
      throw new APICallError({ ...sent, statusCode: 401, isRetryable: false });
    };
    const failure = async (caller: Caller) => {
      const chatId = await harness.chat(caller);
      await harness.say(chatId, 'Hello', caller);
      const parts = (await readChat(harness.opened.db, caller, chatId))?.messages.at(-1)?.parts ?? [];
      return parts.find((part) => part.type === 'data-run-error')?.data;
    };
    expect(await failure(await harness.person('member'))).toEqual({
      message: 'The model refused the key (401). Nothing can be done about it here; please tell an admin.',
      retryable: false,
    });
    const told = await failure(harness.admin);
    expect(told?.message).toContain('Check OPENAI_API_KEY');
    expect(told?.retryable).toBe(true);
  });
});
