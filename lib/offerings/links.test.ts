/**
 * Links in results: read from exactly the server that gave them, when a person who sees the chat presses one, and never
 * before.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { pngOf } from '@/lib/connections/testing/pictures';
import { plainTool } from '@/lib/connections/testing/scripted-server';
import type { CallOutput } from '@/lib/execution/call-record';
import type { Caller } from '@/lib/people/caller';
import { canSeeChat } from '@/lib/runs/read-chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import type { AskableServer } from '@/lib/servers/askable-server';
import { readLink } from './read-link';
import { type OfferingServer, startOfferingServer } from './testing/offering-server';

const NEVER = new AbortController().signal;
const TOOL = plainTool('look', { annotations: { readOnlyHint: true, openWorldHint: false } });
const LINK = { type: 'resource_link', uri: 'note://one', name: 'One' };

describe.each(testDatabases)('links of results on $name', ({ open }) => {
  let harness: RunHarness;
  let server: OfferingServer;
  let close: () => Promise<void>;
  let contents: unknown = [];
  let callId = '';
  let given: CallOutput | undefined;

  beforeAll(async () => {
    server = await startOfferingServer(
      ({ method }) => {
        if (method === 'tools/list') return { tools: [TOOL] };
        if (method === 'tools/call') return { content: [{ type: 'text', text: 'There:' }, LINK] };
        return method === 'resources/read' ? { contents } : undefined;
      },
      { trusted: true, name: 'eye' },
    );
    const opened = await open();
    harness = await RunHarness.open(opened, [server.config]);
    await harness.deps.connectionsFor(harness.admin).list({ waitFor: ['eye'] });
    close = () => Promise.all([opened.close(), server.close()]).then(() => {});
    const chatId = await harness.chat();
    harness.steps({ calls: [{ tool: 'eye__look', input: {} }] });
    await harness.say(chatId, 'Look');
    const parts = (await harness.messages(chatId)).flatMap((message) => message.parts.filter(isCall));
    given = parts[0]?.output as CallOutput | undefined;
    const [row] = await harness.deps.db.select().from(schema.calls).where(eq(schema.calls.chatId, chatId));
    callId = row?.id ?? '';
  });
  afterAll(() => close());

  const asked = () => server.asked('resources/read').length;
  async function read(
    place: string,
    { caller = harness.admin, id = callId, servers = null as AskableServer[] | null } = {},
  ) {
    const { db } = harness.deps;
    const all = servers ?? (await harness.connectionsFor(caller).askable());
    const maySee = (chatId: string) => canSeeChat(db, caller, chatId);
    return readLink({ db, caller, servers: all, signal: NEVER }, { callId: id, place, maySee });
  }

  it('say where they are asked for, and nothing of them is read before', () => {
    expect(given?.content[1]).toEqual({ ...LINK, at: `${callId}/1` });
    expect(asked()).toBe(0);
  });

  it('are shown as what their bytes are', async () => {
    const png = pngOf(4, 3);
    contents = [
      {
        uri: 'note://one',
        mimeType: 'text/html',
        text: `<script>alert(1)</script> sk-live-abcdefghijklmnop ${'x'.repeat(60_000)}`,
      },
      { uri: 'note://two', mimeType: 'text/plain', blob: png.toString('base64') },
      {
        uri: 'note://three',
        mimeType: 'image/png',
        blob: Buffer.from('<svg onload="x"/>').toString('base64'),
      },
      5,
    ];
    const { contents: shown, ...rest } = await read('1');
    expect(rest).toEqual({ server: 'eye', uri: 'note://one', left: 1 });
    expect(shown).toMatchObject([
      {
        mimeType: 'text/html',
        text: expect.stringMatching(/^<script>alert\(1\)<\/script> \[secret\]/),
        cut: true,
      },
      { mimeType: 'image/png', picture: png.toString('base64') },
      { mimeType: 'application/octet-stream' },
    ]);
    expect(shown[0]?.text).toHaveLength(50_000);
    expect(shown[2]).not.toHaveProperty('picture');
    expect(server.asked('resources/read').at(-1)?.message.params).toMatchObject({ uri: 'note://one' });
  });

  it.each(['0', '2', '-1', '1e0', 'x', ''])(
    'at place %j there is none, and nobody is asked',
    async (place) => {
      const before = asked();
      await expect(read(place)).rejects.toMatchObject({ code: 'not_found' });
      expect(asked()).toBe(before);
    },
  );

  it('of a chat that one does not see, or of another team, are not there', async () => {
    const before = asked();
    const member: Caller = await harness.person('member');
    await expect(read('1', { caller: member })).rejects.toMatchObject({ code: 'not_found' });
    const other = { ...harness.admin, teamId: 'another-team' };
    const servers = await harness.connectionsFor(harness.admin).askable();
    await expect(read('1', { caller: other, servers })).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('1', { id: 'no-such-call' })).rejects.toMatchObject({ code: 'not_found' });
    expect(asked()).toBe(before);
  });

  it('are asked of no other server that has taken the name', async () => {
    const before = asked();
    const servers = await harness.connectionsFor(harness.admin).askable();
    const moved = servers.map((one) => ({ ...one, url: 'https://elsewhere.example/mcp' }));
    await expect(read('1', { servers: moved })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('is another one by now'),
    });
    expect(asked()).toBe(before);
  });
});
