/** A model whose provider refuses a tool: the answer continues without it, says so, and nothing runs twice. */
import { APICallError } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { RunHarness, type Step } from '@/lib/runs/testing/run-harness';

const READS = { readOnlyHint: true, openWorldHint: false };
const BAD = "Invalid schema for function 'hub__search': In context=(), object schema missing properties.";

describe.each(testDatabases)('a refused tool on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let server: TestServer;
  let description = 'Searches.';
  const ran: unknown[] = [];

  beforeAll(async () => {
    server = await startScriptedServer({
      list: () => ({
        tools: [plainTool('search', { description }), plainTool('look', { annotations: READS })],
      }),
      call: ({ message }, response) => {
        ran.push(message.params?.name);
        sendResult(response, message, { content: [{ type: 'text', text: 'seen' }] });
      },
    });
    opened = await open();
    harness = await RunHarness.open(opened, [serverConfig('hub', server.url, { trusted: true })]);
  });
  afterAll(async () => {
    await harness.closeConnections();
    await server.close();
    await opened.close();
  });

  /** Scripts the steps of a provider that refuses a request because of its tools' names. */
  function script(refuses: (names: string[]) => string | null, ...steps: Step[]): void {
    harness.script = (prompt) => {
      const names = harness.prompts.at(-1)?.tools?.map(({ name }) => name) ?? [];
      const message = refuses(names);
      if (message) {
        const responseBody = JSON.stringify({ error: { message } });
        throw new APICallError({ message, url: 'x', requestBodyValues: {}, statusCode: 400, responseBody });
      }
      return steps[prompt.filter(({ role }) => role === 'tool').length] ?? { text: 'Done.' };
    };
  }

  const named = (names: string[]) => (names.includes('hub__search') ? BAD : null);
  const noticesOf = async (chatId: string) => {
    const answers = (await harness.messages(chatId)).filter(({ role }) => role === 'assistant');
    return answers.map(({ parts }) =>
      parts.flatMap((part) => (part.type === 'data-notice' ? [{ ...part.data, id: part.id }] : [])),
    );
  };

  it('is left out with a notice that names it and why, once; what ran before is not run again', async () => {
    const chatId = await harness.chat();
    ran.length = 0;
    let request = 0;
    // Accepted at first: the provider changes its mind in the middle of the turn.
    script((names) => (request++ > 0 ? named(names) : null), { calls: [{ tool: 'hub__look', input: {} }] });
    await harness.say(chatId, 'Look');
    expect(ran).toEqual(['look']);
    expect(await harness.runs(chatId)).toEqual(['done']);
    const [[notice] = []] = await noticesOf(chatId);
    expect(notice).toMatchObject({ id: 'left-out', tools: ['hub search'] });
    expect(notice?.text).toMatch(/A tool is left out.*search of hub \(an object that does not say of what\)/);
    expect(notice?.text).not.toContain('In context');

    script(named);
    const before = harness.prompts.length;
    await harness.say(chatId, 'Again');
    // It is known by now: nothing is requested twice, and a notice that the chat already has is not shown again.
    expect(harness.prompts.length).toBe(before + 1);
    expect((await noticesOf(chatId))[1]).toMatchObject([{ id: 'left-out', isKnown: true }]);

    description = 'Searches otherwise.';
    await harness.connectionsFor(harness.admin).list({ fresh: 'hub' });
    script(() => null);
    await harness.say(chatId, 'And now?');
    expect(harness.prompts.at(-1)?.tools?.map(({ name }) => name)).toContain('hub__search');
    expect((await noticesOf(chatId))[2]).toEqual([]);
  });

  it('is found when it is not named, and the chat never holds what was tried', async () => {
    description = `Searches ${Math.random()}.`;
    await harness.connectionsFor(harness.admin).list({ fresh: 'hub' });
    const chatId = await harness.chat();
    script((names) => (named(names) ? 'Request contains an invalid argument.' : null));
    await harness.say(chatId, 'Find it');
    expect((await noticesOf(chatId))[0]).toMatchObject([{ tools: ['hub search'] }]);
    expect(JSON.stringify(await harness.messages(chatId))).not.toContain('Say OK');
    const text = (await harness.messages(chatId)).at(-1)?.parts.find((part) => part.type === 'text');
    expect(text).toMatchObject({ text: 'Done.' });
  });

  it('that goes on after a card still says so', async () => {
    description = `Searches ${Math.random()}.`;
    await harness.connectionsFor(harness.admin).list({ fresh: 'hub' });
    const chatId = await harness.chat();
    const customer = await harness.office.addCustomer();
    script(named, { calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete');
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    const [[notice, ...others] = []] = await noticesOf(chatId);
    expect(notice).toMatchObject({ tools: ['hub search'] });
    expect(notice).not.toHaveProperty('isKnown');
    expect(others).toEqual([]);
  });

  it('is none where the request is refused for its length', async () => {
    const chatId = await harness.chat();
    const before = harness.prompts.length;
    script(() => 'This model\u2019s maximum context length is 8192 tokens.');
    await harness.say(chatId, 'Long');
    expect(harness.prompts.length).toBe(before + 1);
    const answer = (await harness.messages(chatId)).at(-1);
    expect(JSON.stringify(answer)).toContain('refused the request (400)');
    expect(await harness.runs(chatId)).toEqual(['failed']);
  });
});
