/** JSON that is invalid, or means something unusual, on every wire: request bodies, arguments, servers' responses. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { casesOf } from '../../cases';
import { WRITES } from '../../servers/hints';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

const bytesOf = (where: string) =>
  casesOf('05-wire-json')
    .filter((one) => one.where === where)
    .map(({ payload_b64 = '' }) => Buffer.from(payload_b64, 'base64'));
const bodies = bytesOf('app.api.body(raw)');
const answers = bytesOf('mcp.http.body(raw)');
/** As a model sends them: a string. */
const inputs = bytesOf('model.tool_call.arguments(raw string)').map((bytes) => bytes.toString('utf8'));

let app: App;
let model: ScriptedModel;
let crm: RecordingMcp;
let garbage: Server;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  crm = await RecordingMcp.start([{ name: 'note', annotations: WRITES }]);
  garbage = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answers[Number(request.url?.slice(1))]);
  });
  await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(garbage.address() as AddressInfo).port}`;
  const bad = answers.map((_, at) => [`bad${at}`, { url: `${address}/${at}`, trusted: true }]);
  const servers = { ...Object.fromEntries(bad), crm: { url: crm.url, trusted: true } };
  app = await App.start({ modelUrl: model.url, servers });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await crm?.close();
  garbage?.closeAllConnections();
  await new Promise((resolve) => garbage?.close(resolve));
});

test('as the body of a request: refused, and nothing changed', async () => {
  const rows = () => app.sql`select (select count(*) from chats) c, (select count(*) from messages) m`;
  const id = await member.newChat();
  const before = [...(await rows())];
  for (const body of bodies) {
    for (const [method, path] of [
      ['POST', '/api/chat'],
      ['POST', '/api/chats'],
      ['PATCH', `/api/chat/${id}`],
      ['POST', '/api/approvals/none'],
    ] as const) {
      const answer = await member.call<{ error: { code: string } }>(method, path, body);
      const isEmptyObject = body.toString().trim() === '{}';
      if (isEmptyObject) expect(answer.status).toBeLessThan(500);
      else expect([body.toString(), path, answer.status]).toEqual([body.toString(), path, 400]);
    }
  }
  expect([...(await rows())]).toEqual(before);
});

test('as arguments of a call: what is no object does not run, what is one runs as it stands', async () => {
  const calls = inputs.map((input) => ({ tool: 'crm__note', input }));
  model.script('note all', [{ calls }, { text: 'All told.' }]);
  await member.untilListed('crm');
  const id = await member.newChat();
  await member.say(id, 'note all');
  expect((await member.chat(id)).status).toBe('idle');
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const meant = inputs.flatMap((input) => {
    try {
      return [JSON.parse(input) as unknown];
    } catch {
      return [];
    }
  });
  expect(crm.of('note').map(({ input }) => input)).toEqual(meant.filter(isObject));
  const told = model.requestsFor('note all').at(-1)?.rounds.flat() ?? [];
  expect(told).toHaveLength(inputs.length);
});

test('as the answer of a server: it is named, and harms no other', async () => {
  const admin = await app.signIn('admin');
  const listed = await admin.call<{ tools: { server: string }[]; problems: { server: string }[] }>(
    'GET',
    '/api/tools',
  );
  expect(new Set(listed.body.tools.map(({ server }) => server))).toEqual(new Set(['amber', 'crm']));
  expect(new Set(listed.body.problems.map(({ server }) => server))).toEqual(
    new Set(answers.map((_, at) => `bad${at}`)),
  );
});
