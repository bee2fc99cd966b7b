/** What other programs rely on: responses, codes and shapes of the routes, and that bad input changes nothing. */
import { expect, test } from '@playwright/test';
import { App } from '../app';
import { casesOf } from '../cases';
import { ScriptedModel } from '../servers/scripted-model';
import type { Session } from '../session';

let app: App;
let model: ScriptedModel;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  app = await App.start({ modelUrl: model.url });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
});

const rows = async () => {
  const [counted] = await app.sql<{ chats: string; messages: string; runs: string }[]>`
    select (select count(*) from chats) chats, (select count(*) from messages) messages,
      (select count(*) from runs) runs`;
  return counted;
};

test('signed out: 401 and a redirect to sign-in', async () => {
  const nobody = { cookie: '', 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' };
  for (const path of ['/api/chats', '/api/approvals', '/api/tools', '/api/chat/x', '/api/events']) {
    const answer = await member.call<{ error: { code: string } }>('GET', path, undefined, nobody);
    expect([path, answer.status, answer.body.error.code]).toEqual([path, 401, 'unauthorized']);
  }
  for (const path of ['/', '/chat/abc']) {
    const page = await member.fetch('GET', path, undefined, nobody);
    expect([307, 302, 303]).toContain(page.status);
    expect(new URL(page.headers.get('location') ?? '', app.url).pathname).toBe('/sign-in');
  }
  expect((await member.call('GET', '/api/health', undefined, nobody)).body).toMatchObject({ status: 'ok' });
});

test('addresses that are no page: 404, never a bare error of the framework', async () => {
  for (const path of [
    '/chat/%E0%A4%A',
    '/_global-error',
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/nothing',
  ]) {
    const page = await member.fetch('GET', path);
    expect([path, page.status]).toEqual([path, 404]);
  }
});

test('chats: made, listed, renamed, switched, deleted; of others: 404', async () => {
  const id = await member.newChat('plan');
  const listed = await member.call<{ chats: { id: string; mode: string; status: string }[] }>(
    'GET',
    '/api/chats',
  );
  expect(listed.body.chats.find((chat) => chat.id === id)).toMatchObject({ mode: 'plan', status: 'idle' });
  const patched = await member.call('PATCH', `/api/chat/${id}`, { title: 'Quarter', mode: 'default' });
  expect([patched.status, patched.body.title, patched.body.mode]).toEqual([200, 'Quarter', 'default']);
  expect((await member.call('PATCH', `/api/chat/${id}`, { mode: 'yolo' })).status).toBe(403);
  expect((await member.call('POST', '/api/chats', { mode: 'yolo' })).status).toBe(403);
  expect((await member.call('POST', `/api/chat/${id}/stop`)).body).toEqual({ stopped: false });
  expect((await member.fetch('GET', `/api/chat/${id}/stream`)).status).toBe(204);
  const others = [await app.signIn('admin'), await app.signIn('viewer'), await app.signIn('outsider')];
  for (const other of others) {
    expect((await other.call('GET', `/api/chat/${id}`)).status).toBe(404);
    expect((await other.call('GET', `/api/chat/${id}/stream`)).status).toBe(404);
    expect((await other.call('PATCH', `/api/chat/${id}`, { title: 'x' })).status).toBe(404);
    expect((await other.call('DELETE', `/api/chat/${id}`)).status).toBe(404);
    expect((await other.say(id, 'hello')).status).toBe(404);
  }
  expect((await member.fetch('DELETE', `/api/chat/${id}`)).status).toBe(204);
  expect((await member.call('GET', `/api/chat/${id}`)).status).toBe(404);
});

test('bad input: a code of its own, one shape, and nothing changed', async () => {
  const id = await member.newChat();
  const before = await rows();
  const message = { id: 'one', text: 'hello' };
  const post = (body: unknown, headers?: Record<string, string>) =>
    member.call<{ error: { code: string; message: string } }>('POST', '/api/chat', body, headers);
  const refused = [
    { answer: await post('not json'), status: 400 },
    { answer: await post('[]'), status: 400 },
    { answer: await post({ chatId: id }), status: 400 },
    { answer: await post({ chatId: id, message, extra: 1 }), status: 400 },
    { answer: await post({ chatId: id, message: { ...message, id: 'x'.repeat(65) } }), status: 400 },
    { answer: await post({ chatId: 'unknown', message }), status: 404 },
    { answer: await post({ chatId: '__proto__', message }), status: 404 },
    { answer: await post({ chatId: id, message }, { origin: 'https://evil.example' }), status: 403 },
    { answer: await post({ chatId: id, message }, { 'content-type': 'text/plain' }), status: 415 },
    { answer: await post({ chatId: id, message: { id: 'big', text: 'x'.repeat(100_001) } }), status: 413 },
    { answer: await member.call('GET', '/api/chat'), status: 405 },
    { answer: await member.call('DELETE', '/api/chats'), status: 405 },
  ];
  for (const { answer, status } of refused) {
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  }
  expect(await rows()).toEqual(before);
  model.script('hello', [{ text: 'Hello.' }]);
  expect((await member.say(id, 'hello', 'one')).status).toBe(200);
  expect((await member.say(id, 'hello', 'one')).status).toBe(409);
});

test('a second message while one runs is queued, and goes on once stop has ended the first', async () => {
  const id = await member.newChat();
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  model.script('slow answer', [{ text: 'One two three', hold }]);
  const first = member.say(id, 'slow answer');
  await member.settled(id, 'running');
  model.script('another', [{ text: 'The other.' }]);
  expect((await member.say(id, 'another', 'second')).status).toBe(202);
  expect((await member.say(id, 'another', 'second')).status).toBe(409);
  expect((await member.say(id, 'a third', 'third')).status).toBe(202);
  expect((await member.chat(id)).queued.map((waiting) => waiting.id)).toEqual(['second', 'third']);
  expect((await member.call('DELETE', `/api/chat/${id}/queue/third`)).status).toBe(204);
  expect((await member.call('DELETE', `/api/chat/${id}/queue/third`)).status).toBe(404);
  expect((await member.call('POST', `/api/chat/${id}/stop`)).body).toEqual({ stopped: true });
  release();
  await first;
  await expect.poll(async () => JSON.stringify((await member.chat(id)).messages)).toContain('The other.');
  expect((await member.settled(id, 'idle')).queued).toEqual([]);
  model.script('go on', [{ text: 'Going on.' }]);
  expect((await member.say(id, 'go on')).status).toBe(200);
});

test('a model that fails leaves an error that can be retried, and a valid chat', async () => {
  const id = await member.newChat();
  let fails = true;
  model.script('flaky', () => (fails ? { status: 500 } : { text: 'Now it works.' }));
  await member.say(id, 'flaky', 'same');
  const failed = await member.chat(id);
  expect(failed.status).toBe('failed');
  expect(failed.messages.at(-1)?.parts.at(-1)?.type).toBe('data-run-error');
  fails = false;
  expect((await member.say(id, 'flaky', 'same')).status).toBe(200);
  const again = await member.chat(id);
  expect([again.status, again.messages.length]).toEqual(['idle', 2]);
});

test('roles: the viewer has no writing tools, and no page can widen that', async () => {
  const tools = async (account: string) => {
    const listed = await (await app.signIn(account)).call<{ tools: { name: string; risk: string }[] }>(
      'GET',
      '/api/tools',
    );
    return listed.body.tools;
  };
  const viewer = await tools('viewer');
  expect(viewer.length).toBeGreaterThan(10);
  expect(new Set(viewer.map((tool) => tool.risk))).toEqual(new Set(['read-only']));
  const names = (await tools('member')).map((tool) => tool.name);
  expect(names).toContain('customer_delete');
  expect(names).not.toContain('team_member_remove');
  expect(names.some((name) => name.endsWith('_preview'))).toBe(false);
  expect((await tools('admin')).map((tool) => tool.name)).toContain('team_member_remove');
  const session = await app.signIn('viewer');
  const id = await session.newChat();
  model.script('viewer deletes', [{ calls: [{ tool: 'customer_delete', input: { customerId: 'cus_1' } }] }]);
  await session.say(id, 'viewer deletes');
  expect(await session.pending(id)).toEqual([]);
  expect(model.requestsFor('viewer deletes')[0]?.tools.map((tool) => tool.name)).not.toContain(
    'customer_delete',
  );
});

test('every naughty string comes back as it was sent, as message and as title', async () => {
  const cases = casesOf('03-naughty-strings').filter((one) => one.payload);
  model.script('', () => ({ text: 'Read.' }));
  let id = '';
  let sent: string[] = [];
  for (const [at, { payload = '' }] of cases.entries()) {
    // Not all in one chat: every turn sends the whole of it to the model.
    if (at % 30 === 0) {
      await expectSaid(id, sent);
      id = await member.newChat();
      sent = [];
    }
    const { status } = await member.say(id, payload);
    const isBlank = payload.trim() === '';
    expect([payload, status]).toEqual([payload, isBlank ? 400 : 200]);
    if (!isBlank) sent.push(payload);
    const renamed = await member.call('PATCH', `/api/chat/${id}`, { title: payload.slice(0, 200) });
    expect(renamed.status).toBe(200);
  }
  await expectSaid(id, sent);
});

async function expectSaid(chatId: string, sent: string[]): Promise<void> {
  if (!chatId) return;
  const said = (await member.chat(chatId)).messages.filter(({ role }) => role === 'user');
  expect(said.map(({ parts: [first] }) => (first?.type === 'text' ? first.text : ''))).toEqual(sent);
}

test('every page has its own policy, cannot be framed, and is not kept', async () => {
  const own = { 'content-security-policy': "script-src 'unsafe-inline'", 'x-nonce': 'forged' };
  const nonces = new Set<string>();
  for (const path of ['/', '/sign-in', '/chat/nowhere', '/no/such/page']) {
    const { headers } = await member.fetch('GET', path, undefined, own);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src 'unsafe-inline'");
    expect(headers.get('cache-control')).toContain('no-store');
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
  }
  expect(nonces.size).toBe(4);
  expect(nonces).not.toContain('forged');
});
