/**
 * The order in which the calls of a step reach the tool server, and which never reach it, over both of OpenAI's
 * interfaces. Judged by what the server recorded.
 */
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { COMPANION, DESTROYS, READS, WRITES } from '../../servers/hints';
import { type Execution, RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

let model: ScriptedModel;
let crm: RecordingMcp;
let wild: RecordingMcp;
let responses: App;
let chat: App;

/** Reads that the server holds until this many have arrived; those that stay alone give up. */
const meeting = { expected: 1, waiting: [] as (() => void)[] };
const GIVE_UP_MS = 30_000;

function meet(): Promise<void> {
  return new Promise((resolve) => {
    meeting.waiting.push(resolve);
    setTimeout(resolve, GIVE_UP_MS).unref();
    if (meeting.waiting.length < meeting.expected) return;
    for (const go of meeting.waiting.splice(0)) go();
  });
}

const slowly = async () => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  return { text: 'done' };
};

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  const look = async () => {
    await meet();
    return { text: 'seen' };
  };
  crm = await RecordingMcp.start([
    { name: 'look', annotations: READS, run: look },
    { name: 'note', annotations: WRITES, run: slowly },
    { name: 'wipe', annotations: DESTROYS, meta: { 'amber/preview': 'wipe_preview' }, run: slowly },
    {
      name: 'wipe_preview',
      annotations: READS,
      meta: COMPANION,
      run: () => ({ structured: { lines: [{ label: 'All', value: 'of it' }] } }),
    },
  ]);
  wild = await RecordingMcp.start([{ name: 'peek', annotations: READS, run: () => ({ text: 'peeked' }) }]);
  responses = await startApp('responses');
  chat = await startApp('chat');
});

test.afterAll(async () => {
  await responses?.stop();
  await chat?.stop();
  await model?.close();
  await crm?.close();
  await wild?.close();
});

function startApp(api: string): Promise<App> {
  const servers = {
    // Nothing listens there.
    down: { url: 'http://127.0.0.1:9/mcp', trusted: true },
    crm: { url: crm.url, trusted: true },
    wild: { url: wild.url },
  };
  return App.start({ modelUrl: model.url, servers, env: { OPENAI_API: api } });
}

/** Sends a new message that the model answers with these calls. `ran` excludes the previews. */
async function order(by: Session, calls: { tool: string; input?: object }[], mode?: string) {
  const mark = `o${Math.random().toString(36).slice(2)}`;
  const marked = calls.map(({ tool, input }, index) => ({ tool, input: input ?? { mark, index } }));
  model.script(mark, [{ text: 'At once.', calls: marked }, { text: 'All done.' }]);
  const chatId = await by.newChat(mode);
  expect((await by.say(chatId, mark)).status).toBe(200);
  const ran = () => {
    const all = [...crm.executions, ...wild.executions].filter(({ input }) => input.mark === mark);
    return all.filter(({ tool }) => tool !== 'wipe_preview');
  };
  const requests = () => model.requestsFor(mark);
  return { chatId, ran, requests };
}

const names = (executions: Execution[]) => executions.map(({ tool }) => tool);
const places = (executions: Execution[]) => executions.map(({ input }) => input.index);

/** While it ran, everything ordered before it had ended, and nothing ordered after it had begun. */
function expectAlone(all: Execution[], one: Execution) {
  for (const other of all) {
    if (other === one) continue;
    const isBefore = Number(other.input.index) < Number(one.input.index);
    if (isBefore) expect(other.endedAt).toBeLessThanOrEqual(one.startedAt);
    else expect(other.startedAt).toBeGreaterThanOrEqual(one.endedAt ?? Number.POSITIVE_INFINITY);
  }
}

for (const api of ['responses', 'chat']) {
  test.describe(`over ${api}`, () => {
    let member: Session;

    test.beforeAll(async () => {
      member = await (api === 'chat' ? chat : responses).signIn('member');
    });

    test('neighbouring reads run together, a write runs alone, all in order', async () => {
      meeting.expected = 3;
      const step = ['look', 'look', 'look', 'note', 'note', 'look', 'look', 'look', 'note'];
      const { chatId, ran, requests } = await order(
        member,
        step.map((tool) => ({ tool: `crm__${tool}` })),
      );
      const all = ran();
      expect(all).toHaveLength(step.length);
      for (const write of all.filter(({ tool }) => tool === 'note')) expectAlone(all, write);
      for (const group of [all.slice(0, 3), all.slice(5, 8)]) {
        expect(names(group)).toEqual(['look', 'look', 'look']);
        const lastStart = Math.max(...group.map(({ startedAt }) => startedAt));
        for (const { endedAt } of group) expect(endedAt).toBeGreaterThanOrEqual(lastStart);
      }
      expect((await member.chat(chatId)).status).toBe('idle');
      expect(requests().map(({ path }) => path.split('/v1')[1])).toEqual(
        Array(2).fill(api === 'chat' ? '/chat/completions' : '/responses'),
      );
      // The results are returned in the model's order.
      expect(requests()[1]?.rounds[0]).toEqual(step.map((tool) => (tool === 'look' ? 'seen' : 'done')));
    });

    test('what waits for a card holds back all that does not only read', async () => {
      meeting.expected = 2;
      const step = ['look', 'wipe', 'note', 'look'];
      const calls = step.map((tool) => ({ tool: `crm__${tool}` }));
      const { chatId, ran } = await order(member, calls);
      expect(names(ran())).toEqual(['look', 'look']);
      const [card, ...others] = await member.pending(chatId);
      expect([card?.tool, others]).toEqual(['wipe', []]);
      expect((await member.decide(card?.id ?? '', 'confirm')).status).toBe(200);
      await member.settled(chatId, 'idle');
      const [, , wipe, note] = ran();
      expect(places(ran()).slice(2)).toEqual([1, 2]);
      expect(note?.startedAt).toBeGreaterThanOrEqual(wipe?.endedAt ?? Number.POSITIVE_INFINITY);
    });

    test('a held write runs although what it waited for was cancelled', async () => {
      const { chatId, ran } = await order(member, [{ tool: 'crm__wipe' }, { tool: 'crm__note' }]);
      expect(ran()).toEqual([]);
      const [card] = await member.pending(chatId);
      await member.decide(card?.id ?? '', 'cancel');
      await member.settled(chatId, 'idle');
      expect(names(ran())).toEqual(['note']);
    });

    test('a tool that is not offered does not run, and those beside it do', async () => {
      meeting.expected = 1;
      const step = ['crm__note', 'crm__look', 'crm__wipe_preview', 'crm__nowhere', 'wild__peek'];
      const { chatId, ran, requests } = await order(
        member,
        step.map((tool) => ({ tool })),
        'plan',
      );
      expect(names(ran())).toEqual(['look']);
      expect(await member.pending(chatId)).toEqual([]);
      expect((await member.chat(chatId)).status).toBe('idle');
      const offered = requests()[0]?.tools.map(({ name }) => name) ?? [];
      expect(offered).toContain('crm__look');
      expect(offered.filter((name) => step.includes(name))).toEqual(['crm__look']);
      expect(offered).not.toContain('customer_create');
    });
  });
}

test('what the viewer is not offered changes no row, whatever the model calls', async () => {
  const viewer = await responses.signIn('viewer');
  const input = { name: 'Never Made Ltd' };
  const made = () => responses.sql`select id from customers where name = ${input.name}`;
  const { chatId, requests } = await order(viewer, [{ tool: 'customer_create', input }]);
  expect(await made()).toHaveLength(0);
  expect((await viewer.chat(chatId)).status).toBe('idle');
  expect(requests()).toHaveLength(2);
  const member = await responses.signIn('member');
  await order(member, [{ tool: 'customer_create', input }]);
  expect(await made()).toHaveLength(1);
});

test('a server that is down takes nothing from the others, and is named', async () => {
  const admin = await responses.signIn('admin');
  const listed = await admin.call<{ tools: { server: string }[]; problems: { server: string }[] }>(
    'GET',
    '/api/tools',
  );
  expect(new Set(listed.body.tools.map(({ server }) => server))).toEqual(new Set(['amber', 'crm', 'wild']));
  expect(listed.body.problems.map(({ server }) => server)).toEqual(['down']);
  const { chatId, ran } = await order(admin, [{ tool: 'crm__note' }]);
  expect(names(ran())).toEqual(['note']);
  const told = (await admin.chat(chatId)).messages.at(-1)?.parts.find(({ type }) => type === 'data-notice');
  expect(JSON.stringify(told)).toContain('down');
});

test('yolo: what is trusted runs without a card, what is not still asks; an hour, and an admin', async () => {
  const admin = await responses.signIn('admin');
  const step = [{ tool: 'crm__wipe' }, { tool: 'wild__peek' }, { tool: 'crm__wipe' }];
  const free = await order(admin, step, 'yolo');
  expect(names(free.ran())).toEqual(['wipe']);
  const cards = await admin.pending(free.chatId);
  expect(cards.map(({ tool, server }) => [tool, server])).toEqual([['peek', 'wild']]);

  const over = await order(admin, [], 'yolo');
  await responses.sql`update chats set yolo_until = now() - interval '1 second' where id = ${over.chatId}`;
  model.script('after the hour', [{ calls: [{ tool: 'crm__wipe', input: { after: 'hour' } }] }]);
  await admin.say(over.chatId, 'after the hour');
  expect(await admin.pending(over.chatId)).toHaveLength(1);
  expect((await admin.chat(over.chatId)).mode).toBe('default');

  const former = await order(admin, [], 'yolo');
  const role = (name: string) => responses.sql`
    update members set role = ${name} where user_id = (select id from users where email = 'admin@amber.test')`;
  await role('member');
  model.script('after the office', [{ calls: [{ tool: 'crm__wipe', input: { after: 'office' } }] }]);
  await admin.say(former.chatId, 'after the office');
  expect(await admin.pending(former.chatId)).toHaveLength(1);
  await role('admin');
  expect(crm.of('wipe').filter(({ input }) => 'after' in input)).toEqual([]);
});
