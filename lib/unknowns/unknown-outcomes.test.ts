/** Calls whose outcome is unknown: the run stops, a person investigates, and it continues. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Wanted } from '@/lib/approvals/approval-list';
import { isCall } from '@/lib/approvals/call-parts';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { countToDecide, readInbox } from '@/lib/inbox/read-inbox';
import type { Caller } from '@/lib/people/caller';
import { liveOf } from '@/lib/runs/follow/live';
import { readChats } from '@/lib/runs/read-chats';
import { stopRun } from '@/lib/runs/stop';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { listCallsOfRun } from '@/lib/store/calls';
import { checkUnknownCall } from './check-unknown-call';

const done = { content: [{ type: 'text', text: 'done' }] };
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const byId = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

describe.each(testDatabases)('calls that nobody knows of on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let server: TestServer;
  /** The server's executions, in order. */
  let executed: string[] = [];
  /** How the server responds to a call of `add`, after its effect. */
  let answer: (response: ServerResponse) => void;

  const cut = (response: ServerResponse) => void response.destroy();

  beforeAll(async () => {
    opened = await open();
    server = await startScriptedServer({
      list: () => ({
        tools: [
          plainTool('add', { annotations: ADDS, inputSchema: byId }),
          plainTool('look', { annotations: READS, inputSchema: byId }),
          plainTool('list', { annotations: READS }),
          plainTool('find', { annotations: READS, inputSchema: { ...byId, required: ['other'] } }),
        ],
      }),
      call: ({ message }, response) => {
        const { name, arguments: input } = message.params ?? {};
        executed.push(`${name} ${(input as { id?: string }).id ?? ''}`.trim());
        if (name === 'add') answer(response);
        if (!response.destroyed && !response.headersSent && answer !== hang)
          sendResult(response, message, done);
      },
    });
    harness = await RunHarness.open(opened, [serverConfig('s', server.url, { trusted: true })]);
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });
  beforeEach(() => {
    executed = [];
    answer = cut;
  });

  const hang = () => {};
  const add = (id: string) => ({ tool: 's__add', input: { id } });
  const statesOf = async (chatId: string) =>
    (await harness.messages(chatId))
      .at(-1)
      ?.parts.filter(isCall)
      .map((part) => part.state);

  /** How the side bar lists the chat. */
  async function stateNow(chatId: string) {
    const { chats: listed } = await readChats(opened.db, harness.admin);
    const chat = listed.find(({ id }) => id === chatId);
    return chat && { status: chat.status, waits: chat.waits };
  }

  async function unknownOutcome(...steps: Parameters<RunHarness['steps']>) {
    const chatId = await harness.chat();
    harness.steps(...(steps.length > 0 ? steps : [{ calls: [add('a')] }]), { text: 'I see.' });
    await harness.say(chatId, 'Add it');
    const [unknownCall] = await harness.unknownCalls(chatId);
    if (!unknownCall) throw new Error('No call is in doubt.');
    return { chatId, unknownCall };
  }

  it('stop the run, with a card that says what was sent and what can tell of it', async () => {
    const { chatId, unknownCall } = await unknownOutcome();
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    expect(unknownCall).toMatchObject({
      server: 's',
      tool: 'add',
      input: { id: 'a' },
      attempts: 1,
      resolution: null,
    });
    expect(unknownCall.checks.map(({ tool }) => tool)).toEqual(['look', 'list']);
    expect(await stateNow(chatId)).toEqual({ status: 'waiting', waits: true });
    expect(executed).toEqual(['add a']);
    // The model was only asked for the step that made the call.
    expect(harness.prompts.at(-1)?.prompt.at(-1)?.role).toBe('user');
    await harness.resolve(unknownCall.callId, 'left');
  });

  it('stand in the inbox of the owner and the admins, with the same card, and count for those who can say', async () => {
    const member = await harness.person('member');
    const viewer = await harness.person('viewer');
    const second = await harness.person('admin');
    const chatId = await harness.chat(member);
    harness.steps({ text: 'About to add.', calls: [add('a')] }, { text: 'I see.' });
    await harness.say(chatId, 'Add it', member);
    const [unknownCall] = await harness.unknownCalls(chatId);
    const inbox = async (who: Caller, more: Wanted = {}) =>
      (await readInbox(opened.db, who, { status: 'pending', ...more })).unknownCalls;
    const [listed] = await inbox(second);
    expect(listed).toMatchObject({
      callId: unknownCall?.callId,
      checks: unknownCall?.checks,
      mayResolve: true,
      isPast: false,
      chatId,
      requestedBy: { id: member.userId, name: member.userName },
      context: { asked: { text: 'Add it' }, answered: { text: 'About to add.' }, mode: 'default' },
    });
    expect((await inbox(member)).map(({ callId }) => callId)).toEqual([unknownCall?.callId]);
    expect(await inbox(viewer)).toEqual([]);
    expect(await inbox(second, { tool: 'look' })).toEqual([]);
    expect(await inbox(second, { status: 'decided' })).toEqual([]);
    const counts = () => Promise.all([member, second, viewer].map((who) => countToDecide(opened.db, who)));
    expect(await counts()).toEqual([1, 1, 0]);
    await harness.resolve(unknownCall?.callId ?? '', 'happened', second);
    expect(await inbox(member)).toEqual([]);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('which happened: the run goes on with that, and nothing is sent again', async () => {
    const { chatId, unknownCall } = await unknownOutcome();
    expect(await harness.resolve(unknownCall.callId, 'happened')).toBe(true);
    expect(await harness.runs(chatId)).toEqual(['done']);
    expect(await statesOf(chatId)).toEqual(['output-available']);
    expect(JSON.stringify(harness.prompts.at(-1)?.prompt)).toContain('took effect');
    expect(executed).toEqual(['add a']);
    const [said] = await harness.unknownCalls(chatId);
    expect(said).toMatchObject({
      resolution: 'happened',
      resolvedBy: { id: harness.admin.userId },
      mayResolve: false,
    });
  });

  it('which did not happen: sent once more, as a call of its own that this person decided', async () => {
    const { chatId, unknownCall } = await unknownOutcome();
    answer = () => {};
    await harness.resolve(unknownCall.callId, 'rerun');
    expect(executed).toEqual(['add a', 'add a']);
    expect(await statesOf(chatId)).toEqual(['output-available']);
    const [run] = await opened.db.query.runs.findMany({ where: (run, { eq }) => eq(run.chatId, chatId) });
    const rows = await listCallsOfRun(opened.db, run?.id ?? '');
    expect(rows.map(({ round, status, decidedBy }) => [round, status, decidedBy])).toEqual([
      [1, 'unknown', null],
      [2, 'success', harness.admin.userId],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });

  it('which nobody can tell: the model is told so', async () => {
    const { chatId, unknownCall } = await unknownOutcome();
    await harness.resolve(unknownCall.callId, 'left');
    expect(await statesOf(chatId)).toEqual(['output-error']);
    expect(JSON.stringify(harness.prompts.at(-1)?.prompt)).toContain('left it at that');
    expect(executed).toEqual(['add a']);
  });

  it('are said about once, by somebody who may', async () => {
    const { unknownCall } = await unknownOutcome();
    const stranger = await harness.person('member');
    await expect(harness.resolve(unknownCall.callId, 'left', stranger)).rejects.toMatchObject({
      code: 'not_found',
    });
    const answers = await Promise.allSettled([
      harness.resolve(unknownCall.callId, 'happened'),
      harness.resolve(unknownCall.callId, 'rerun'),
      harness.resolve(unknownCall.callId, 'left'),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(harness.resolve(unknownCall.callId, 'left')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('hold back what comes after them in their step, until a person has spoken', async () => {
    const { chatId, unknownCall } = await unknownOutcome({ calls: [add('first'), add('second')] });
    expect(executed).toEqual(['add first']);
    answer = () => {};
    await harness.resolve(unknownCall.callId, 'happened');
    expect(executed).toEqual(['add first', 'add second']);
    expect(await statesOf(chatId)).toEqual(['output-available', 'output-available']);
    expect(await harness.runs(chatId)).toEqual(['done']);
  });

  it('stay open when the person writes on: what is found out is noted, and nothing runs', async () => {
    const { chatId, unknownCall } = await unknownOutcome();
    harness.steps({ text: 'All right.' });
    await harness.say(chatId, 'Never mind');
    expect(await harness.runs(chatId)).toEqual(['superseded', 'done']);
    await expect(harness.resolve(unknownCall.callId, 'rerun')).rejects.toMatchObject({ code: 'conflict' });
    expect(await stateNow(chatId)).toEqual({ status: 'idle', waits: true });
    expect(await harness.resolve(unknownCall.callId, 'happened')).toBe(false);
    expect(executed).toEqual(['add a']);
    harness.steps({ text: 'Still here.' });
    await harness.say(chatId, 'And now?');
    expect(await stateNow(chatId)).toEqual({ status: 'idle', waits: false });
    expect(await harness.runs(chatId)).toEqual(['superseded', 'done', 'done']);
  });

  it('are what a Stop leaves of a call that was on its way and does not only read', async () => {
    answer = hang;
    const chatId = await harness.chat();
    harness.steps({ calls: [add('a')] }, { text: 'After all.' });
    const said = harness.say(chatId, 'Add it');
    while (executed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await stopRun(opened.db, harness.admin, chatId)).toEqual({ stopped: true });
    await said;
    expect(liveOf(chatId)).toBeUndefined();
    expect(await harness.runs(chatId)).toEqual(['stopped']);
    const [unknownCall] = await harness.unknownCalls(chatId);
    expect(unknownCall?.resolution).toBeNull();
    expect(await stateNow(chatId)).toEqual({ status: 'idle', waits: true });
    const notices = async () =>
      (await harness.messages(chatId)).flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'data-notice' ? [part.data.text] : [])),
      );
    expect(await notices()).toEqual(['Stopped.']);
    answer = () => {};
    expect(await harness.resolve(unknownCall?.callId ?? '', 'rerun')).toBe(true);
    expect(await notices()).toEqual([]);
    expect(await stateNow(chatId)).toEqual({ status: 'idle', waits: false });
    expect(executed).toEqual(['add a', 'add a']);
    expect(await harness.runs(chatId)).toEqual(['done']);
  });

  it('can be checked with what only reads and the call\u2019s own arguments, and nothing else', async () => {
    const { unknownCall } = await unknownOutcome();
    const { signal } = new AbortController();
    const connections = harness.deps.connectionsFor(harness.admin);
    const context = { db: opened.db, caller: harness.admin, connections, signal };
    expect(await checkUnknownCall(context, unknownCall.callId, 'look')).toMatchObject({
      text: 'done',
      isError: false,
    });
    expect(executed).toEqual(['add a', 'look a']);
    for (const name of ['add', 'find', 'nothing']) {
      await expect(checkUnknownCall(context, unknownCall.callId, name)).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    for (const effect of ['deny', 'two_admins'] as const) {
      await harness.rule('look', { effect, locked: true });
      await expect(checkUnknownCall(context, unknownCall.callId, 'look')).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    await opened.db.delete(schema.policyRules);
    expect(executed).toEqual(['add a', 'look a']);
    await harness.resolve(unknownCall.callId, 'left');
  });
});
