/** What Activity says about cards, and about those whose chats are erased. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { eraseChat } from '@/lib/chats/bin';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import { replay } from '@/lib/replay/replay';
import { deleteChat } from '@/lib/runs/chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { listReceipts } from './receipts';

const inputSchema = { type: 'object', properties: { id: { type: 'string' }, password: { type: 'string' } } };
const TOOLS = [
  plainTool('drop', { annotations: DESTRUCTIVE, inputSchema, _meta: { 'amber/preview': 'what' } }),
  plainTool('what', { annotations: READ_ONLY, inputSchema, _meta: { 'amber/companion': true } }),
];

describe.each(testDatabases)('activity on $name', ({ open }) => {
  let harness: RunHarness;
  let server: TestServer;
  let member: Caller;
  let lines = [{ label: 'Patient', value: 'Jane Roe' }];

  beforeAll(async () => {
    server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: ({ message }, response) =>
        sendResult(response, message, { content: [], structuredContent: { lines } }),
    });
    harness = await RunHarness.open(await open(), [serverConfig('s', server.url, { trusted: true })]);
    await harness.deps.connectionsFor(harness.admin).list({ waitFor: ['s'] });
    member = await harness.person('member');
  });
  afterAll(async () => {
    await server.close();
    await harness.opened.close();
  });

  async function done(input: object) {
    const chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool: 's__drop', input }] }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it', member);
    const [card] = await harness.cards(chatId, 'pending', member);
    await harness.decide(card?.id ?? '', 'confirm', undefined, member);
    return chatId;
  }
  const activity = (chat: string) => listReceipts(harness.opened.db, harness.admin, { chat });

  it('of a chat that its person has erased tells hashes alone', async () => {
    const chatId = await done({ id: 'secret-of-mine' });
    await deleteChat(harness.opened.db, member, chatId);
    await eraseChat(harness.opened.db, chatId);
    const told = JSON.stringify(await activity(chatId));
    expect.soft(told).not.toContain('Jane Roe');
    expect.soft(told).not.toContain('secret-of-mine');
  });

  it('a rule that is tried lists no arguments of a chat that its person has erased', async () => {
    const chatId = await done({ id: 'secret-of-replay' });
    await deleteChat(harness.opened.db, member, chatId);
    await eraseChat(harness.opened.db, chatId);
    const rule = { server: 's', tool: 'drop', effect: 'deny', locked: false, critical: false } as const;
    const found = await replay(harness.opened.db, harness.admin, { ...rule, openForHours: null });
    expect(JSON.stringify(found)).not.toContain('secret-of-replay');
  });

  it('sends no secret of the arguments', async () => {
    const chatId = await done({ id: 'a', password: 'hunter2-hunter2' });
    expect(JSON.stringify(await activity(chatId))).not.toContain('hunter2-hunter2');
  });

  it('sends of each card a line, however much its companion says', async () => {
    lines = Array.from({ length: 100 }, (_, at) => ({ label: `L${at}`, value: 'x'.repeat(400) }));
    const chatId = await done({ id: 'b' });
    const { receipts } = await activity(chatId);
    expect(receipts.filter(({ card }) => card !== null)).toHaveLength(1);
    expect(JSON.stringify(receipts).length).toBeLessThan(30_000);
  });
});
