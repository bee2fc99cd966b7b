/** Questions that are shown to nobody, and forms left open by a dead process. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/db/ids';
import { oneDatabase } from '@/db/testing/databases';
import { NAME_FORM } from '@/lib/connections/testing/asking-servers';
import { programConfig, smallServer } from '@/lib/connections/testing/programs';
import { recoverRuns } from '@/lib/housekeeping/recover-runs';
import type { Caller } from '@/lib/people/caller';
import { driveRun } from '@/lib/runs/drive';
import { allLive } from '@/lib/runs/follow/live';
import { FormHarness } from '@/lib/runs/testing/form-harness';
import { RunHarness } from '@/lib/runs/testing/run-harness';

const ANNA = { action: 'accept', content: { name: 'Anna' } } as const;
const DECLINED = { action: 'decline' };

const form = (properties: Record<string, unknown>, message = 'Please fill this in.') => ({
  message,
  requestedSchema: { type: 'object', properties },
});

describe.each(oneDatabase)('forms that nobody fills in on $name', ({ open }) => {
  let forms: FormHarness;
  beforeAll(async () => {
    forms = await FormHarness.open(await open());
  });
  afterAll(() => forms.close());
  beforeEach(() => forms.ask(NAME_FORM));

  const heardBy = (tool: string) => (tool.startsWith('old') ? forms.older : forms.newer).answers;

  it.each<[string, Record<string, unknown>, string, string | null]>([
    ['a password by its name', form({ password: { type: 'string' } }), 'secret', 'password'],
    [
      'a password by its title',
      form({ x: { type: 'string', title: 'Ihr Passwort' } }),
      'secret',
      'Ihr Passwort',
    ],
    [
      'a number by its description',
      form({ n: { type: 'integer', description: 'Your card PIN' } }),
      'secret',
      'n',
    ],
    [
      'a secret of one field among others',
      form({ name: { type: 'string' }, apiKey: { type: 'string' } }),
      'secret',
      'apiKey',
    ],
    [
      'a secret in its message',
      form({ value: { type: 'string' } }, 'Your API key?'),
      'secret',
      'Your API key?',
    ],
    ['a hidden secret', form({ 'pa\u200bssword': { type: 'string' } }), 'secret', 'pa\u200bssword'],
    [
      'an address without TLS',
      { mode: 'url', message: 'Sign in', url: 'http://evil.example/x' },
      'address',
      'http://evil.example/x',
    ],
    [
      'an address that is a script',
      { mode: 'url', message: 'Sign in', url: 'javascript:alert(1)' },
      'address',
      'javascript:alert(1)',
    ],
    [
      'an address that looks like another place’s',
      { mode: 'url', message: 'Sign in', url: 'https://bank.example@evil.example/' },
      'address',
      'https://bank.example@evil.example/',
    ],
    [
      'too long an address',
      { mode: 'url', message: 'Sign in', url: `https://evil.example/${'x'.repeat(2_000)}` },
      'address',
      `https://evil.example/${'x'.repeat(2_000)}`,
    ],
    ['something nested', form({ a: { type: 'object', properties: {} } }), 'kind', null],
    ['a list of anything', form({ a: { type: 'array', items: { type: 'string' } } }), 'kind', null],
    ['a form of no type', { message: 'x', requestedSchema: { properties: {} } }, 'kind', null],
    ['a reference', form({ a: { $ref: 'https://evil.example/schema.json' } }), 'kind', null],
    ['too long a message', form({ a: { type: 'string' } }, 'x'.repeat(2_001)), 'size', null],
    [
      'too many fields',
      form(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, { type: 'string' }]))),
      'size',
      null,
    ],
    ['too large a schema', form({ a: { type: 'string', description: 'x'.repeat(20_001) } }), 'size', null],
  ])('what asks for %s is declined, and says so in the chat', async (_what, question, why, about) => {
    for (const tool of ['new__look', 'old__look']) {
      forms.ask(question);
      const { chatId, live } = await forms.begin(tool);
      await live.done;
      expect(heardBy(tool)).toEqual([DECLINED]);
      expect(await forms.rows(chatId)).toMatchObject([
        { status: 'declined', answer: null, answeredBy: null },
      ]);
      const [server] = tool.split('__');
      expect(await forms.shown(chatId)).toMatchObject([
        { status: 'declined', server, fields: [], refusal: { why, about } },
      ]);
      expect((await forms.receipts(chatId)).map(({ kind, body }) => [kind, body.refusal])).toEqual([
        ['form refused', why],
      ]);
      expect((await forms.calls(chatId)).map(({ status }) => status)).toEqual(['success']);
    }
  });

  it('a server may ask five times in one call', async () => {
    forms.ask(...Array.from({ length: 8 }, () => form({ password: { type: 'string' } })));
    const { chatId, live } = await forms.begin('old__look');
    await live.done;
    expect(forms.older.answers.map((answer) => Object(answer).action)).toEqual([
      ...Array.from({ length: 5 }, () => 'decline'),
      ...Array.from({ length: 3 }, () => 'cancel'),
    ]);
    const rows = await forms.rows(chatId);
    expect(rows.map(({ refusal }) => refusal)).toEqual([
      ...Array.from({ length: 5 }, () => 'secret'),
      'many',
    ]);
  });

  it('a server that does not take a no is given up', async () => {
    forms.ask(...Array.from({ length: 4 }, () => form({ password: { type: 'string' } })));
    const { chatId, live } = await forms.begin('new__add');
    await live.done;
    expect(forms.newer.answers).toEqual([DECLINED, DECLINED]);
    expect(forms.newer.executed).toEqual([]);
    expect((await forms.calls(chatId)).map(({ status }) => status)).toEqual(['error']);
  });

  it('what a program asks of one of two calls is put to nobody, and both say so', async () => {
    const program = smallServer(`
      const annotations = { readOnlyHint: true, openWorldHint: false };
      const tools = () => [tool('look', { annotations })];
      const open = [];
      const call = (params, answer) => {
        open.push(answer);
        if (open.length === 2) say({ id: 'q', method: 'elicitation/create', params: ${JSON.stringify(NAME_FORM)} });
      };
      const before = hear;
      hear = (message) => {
        if (message.method) return before(message);
        for (const answer of open) answer(text(message.result.action));
      };`);
    const harness = await RunHarness.open(forms.opened, [
      programConfig('prog', { args: [program] }, { trusted: true }),
    ]);
    const call = { tool: 'prog__look', input: {} };
    harness.steps({ calls: [call, call] }, { text: 'Done.' });
    const chatId = await harness.chat();
    const chunks = await harness.say(chatId, 'Do it');
    await harness.closeConnections();
    const rows = await forms.rows(chatId);
    expect(rows.map(({ refusal, message, status }) => [refusal, message, status])).toEqual([
      ['unclear', '', 'declined'],
      ['unclear', '', 'declined'],
    ]);
    const outputs = chunks.filter(({ type }) => type === 'tool-output-available');
    expect(outputs.map((output) => JSON.stringify(output))).toEqual([
      expect.stringContaining('cancel'),
      expect.stringContaining('cancel'),
    ]);
  });

  it('a form that is open holds up nobody else’s call of the same program, and loses nothing to it', async () => {
    const program = smallServer(`
      const annotations = { readOnlyHint: true, openWorldHint: false };
      const tools = () => [tool('look', { annotations })];
      const open = new Map();
      const call = (params, answer, id) => {
        open.set('q' + id, answer);
        say({ id: 'q' + id, method: 'elicitation/create', params: ${JSON.stringify(NAME_FORM)} });
      };
      const before = hear;
      hear = (message) => {
        if (message.method) return before(message);
        open.get(message.id)(text(message.result.action));
      };`);
    const harness = await RunHarness.open(forms.opened, [
      programConfig('prog', { args: [program] }, { trusted: true }),
    ]);
    const begin = async (who: Caller) => {
      const chatId = await harness.chat(who);
      harness.steps({ calls: [{ tool: 'prog__look', input: {} }] }, { text: 'Done.' });
      const begun = await harness.begin(chatId, { id: newId('msg'), text: 'Do it' }, who);
      return { chatId, live: driveRun(harness.deps, who, begun) };
    };
    const first = await begin(harness.admin);
    const form = await forms.openForm(first.chatId);
    const second = await begin(await harness.person('member'));
    await second.live.done;
    expect((await forms.calls(second.chatId)).map(({ status }) => status)).toEqual(['success']);
    expect((await forms.rows(first.chatId)).map(({ status }) => status)).toEqual(['open', 'declined']);
    await forms.answer(form.id, ANNA, harness.admin);
    await first.live.done;
    expect((await forms.calls(first.chatId)).map(({ status }) => status)).toEqual(['success']);
    await harness.closeConnections();
  });

  it('other input than a form ends the call as the error that it is', async () => {
    forms.ask({ method: 'sampling/createMessage' });
    const { chatId, live } = await forms.begin('new__add');
    await live.done;
    expect((await forms.calls(chatId)).map(({ status }) => status)).toEqual(['error']);
    expect(await forms.rows(chatId)).toEqual([]);
  });

  it('a server that asks nobody in particular is told that nobody answers', async () => {
    const { harness, newer } = forms;
    const connections = harness.deps.connectionsFor(harness.admin);
    const tool = (await connections.list()).tools.find(({ modelName }) => modelName === 'new__look');
    if (!tool) throw new Error('The tool is gone.');
    const { signal } = new AbortController();
    await expect(connections.call(tool, {}, signal)).rejects.toThrow('more input');
    const sent = newer.received.filter(({ message }) => message.method === 'tools/call').at(-1);
    const meta = Object(sent?.message.params?._meta);
    expect(meta['io.modelcontextprotocol/clientCapabilities']).not.toHaveProperty('elicitation');
  });

  describe('left open by a dead process', () => {
    it('are closed, and the call asks again where it may be sent again', async () => {
      const { chatId, form: left } = await forms.left('new__look');
      forms.harness.steps({ text: 'Done.' });
      const recovering = recoverRuns(forms.harness.deps, false);
      const again = await forms.openForm(chatId, 1);
      expect((await forms.rows(chatId))[0]?.status).toBe('cancelled');
      await expect(forms.answer(left.id, ANNA)).rejects.toMatchObject({ code: 'conflict' });
      await forms.answer(again.id, ANNA);
      await recovering;
      await Promise.all(allLive().map((one) => one.done));
      const [call, ...others] = await forms.calls(chatId);
      expect(others).toEqual([]);
      expect(call).toMatchObject({ status: 'success', attempts: 2 });
      expect((await forms.shown(chatId)).map(({ status }) => status)).toEqual(['cancelled', 'accepted']);
    });

    it('are closed, and what may have begun is unknown', async () => {
      const { chatId } = await forms.left('new__add');
      await forms.harness.recover();
      expect((await forms.rows(chatId)).map(({ status }) => status)).toEqual(['cancelled']);
      expect((await forms.receipts(chatId)).map(({ kind }) => kind)).toEqual(['form asked', 'form answered']);
      expect((await forms.calls(chatId)).map(({ status }) => status)).toEqual(['unknown']);
      expect(await forms.harness.unknownCalls(chatId)).toHaveLength(1);
      expect(forms.newer.executed).toEqual([]);
    });
  });

  it('a process that was given up sends nothing more of the call, whatever was answered elsewhere', async () => {
    const { chatId, live } = await forms.begin('new__add');
    const { id } = await forms.openForm(chatId);
    await forms.opened.db.execute(sql`update runs set fence = fence + 1 where chat_id = ${chatId}`);
    // Nobody waits for it: a reader is told so even before it has been closed.
    await expect(forms.answer(id, ANNA)).rejects.toMatchObject({ code: 'conflict' });
    await live.done;
    expect(forms.newer.executed).toEqual([]);
    expect(forms.newer.answers).toEqual([]);
    expect((await forms.calls(chatId)).map(({ status }) => status)).toEqual(['unknown']);
  });
});
