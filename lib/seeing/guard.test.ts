/**
 * Nothing said by people, models or servers, no secret and no address is in Amber's telemetry: everything written to
 * standard error, exported as spans and scraped as metrics is searched for planted values.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { migrate } from '@/db/migrate';
import { schema } from '@/db/schema/all';
import { prepareAccount } from '@/lib/auth/accounts';
import { serverConfig } from '@/lib/connections/testing/connections';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { closeDatabase, database, migrationsFolder } from '@/lib/database';
import { authResponse } from '@/lib/http/auth-handler';
import { methods, openEndpoint } from '@/lib/http/route';
import { deliverNext } from '@/lib/outbox/sender';
import { OutsideHarness } from '@/lib/outside/testing/outside-harness';
import { forgetReadings } from './readings';
import { scrape } from './scrape';
import { Collector, TOKEN } from './testing/collector';

const ORIGIN = 'http://localhost:3000';
const MARK = 'zq7planted';
/** Each is a different word, so that a failure says which one was found. */
const PLANTED = {
  said: `${MARK}said`,
  argument: `${MARK}argument`,
  result: `${MARK}result`,
  toolError: `${MARK}toolerror`,
  modelError: `${MARK}modelerror`,
  mail: `${MARK}mail@secret.test`,
  mailHost: `${MARK}mailhost`,
  password: `${MARK}password`,
  address: `${MARK}address@secret.test`,
  query: `${MARK}query`,
  value: `${MARK}value`,
  key: `${MARK}key`,
  body: `${MARK}body`,
};

let written = '';
let collector: Collector;

beforeAll(async () => {
  vi.stubEnv('AMBER_DATA_DIR', mkdtempSync(join(tmpdir(), 'amber-guard-')));
  collector = await Collector.open();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await collector.close();
  await closeDatabase();
  vi.unstubAllEnvs();
});

const LOOK = plainTool('look', {
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
});
const DROP = plainTool('drop', { annotations: { readOnlyHint: false, destructiveHint: true } });

it('holds nothing of what was planted, whatever went well or wrong', async () => {
  const opened = await database();
  await migrate(opened.db, migrationsFolder());
  await collector.start(opened);
  let nth = 0;
  const server = await startScriptedServer({
    list: () => ({ tools: [LOOK, DROP] }),
    call: ({ message }, response) => {
      nth += 1;
      if (nth === 1)
        return sendResult(response, message, { content: [{ type: 'text', text: PLANTED.result }] });
      if (nth === 2)
        return sendResult(response, message, {
          isError: true,
          content: [{ type: 'text', text: PLANTED.toolError }],
        });
      // Broken off in the middle of an invalid response.
      response.setHeader('content-type', 'application/json');
      response.end(`{"${PLANTED.toolError}`);
    },
  });
  const config = serverConfig('s', server.url, {
    trusted: true,
    headers: { authorization: `Bearer ${PLANTED.key}` },
  });
  const outside = await OutsideHarness.open(opened, undefined, 200, undefined, undefined, [config]);
  const { harness } = outside;

  // A chat: a read, a call that is confirmed and fails, one whose response is lost, and a model that breaks off.
  const chatId = await harness.chat();
  const input = { id: PLANTED.argument };
  harness.steps(
    { text: PLANTED.said, calls: [{ tool: 's__look', input }] },
    { calls: [{ tool: 's__drop', input }] },
    { calls: [{ tool: 's__drop', input: { id: `${PLANTED.argument}2` } }] },
    { error: PLANTED.modelError },
  );
  await harness.say(chatId, PLANTED.said);
  for (let cards = 0; cards < 2; cards++) {
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', cards === 0 ? 'confirm' : 'cancel', PLANTED.said);
  }
  harness.steps({ error: PLANTED.modelError });
  await harness.say(await harness.chat(), PLANTED.said);

  // Mail that is refused by its host, with a quote of it.
  const mail = {
    teamId: harness.admin.teamId,
    recipient: PLANTED.mail,
    subject: PLANTED.said,
    body: PLANTED.body,
  };
  await opened.db.insert(schema.outbox).values({ ...mail, id: 'waits' });
  const refusal = Object.assign(new Error(`550 <${PLANTED.mail}> ${PLANTED.mailHost}`), {
    response: PLANTED.mailHost,
    code: 'EENVELOPE',
    responseCode: 550,
  });
  expect((await deliverNext(opened, () => Promise.reject(refusal))).outcome).toBe('failed');

  // Sign-ins: with an unknown address, and with a wrong password.
  await (await prepareAccount({ name: 'Ada', email: PLANTED.address, password: 'correct horse' }))(opened.db);
  for (const email of [PLANTED.address, PLANTED.mail, `not-an-address-${PLANTED.value}`]) {
    const response = await authResponse(
      new Request(`${ORIGIN}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PLANTED.password }),
      }),
    );
    expect(response.status).toBeGreaterThanOrEqual(400);
  }

  // Routes that fail: in the database, which quotes the value, and on invalid input.
  const failing = methods({
    POST: openEndpoint({
      body: z.strictObject({ what: z.string() }),
      handle: async ({ body }) => opened.db.execute(sql`select ${body.what}::int`),
    }),
    GET: openEndpoint({ handle: async () => JSON.parse(`{${PLANTED.value}`) }),
  });
  for (const method of ['POST', 'GET'] as const) {
    const response = await failing[method](
      new Request(`${ORIGIN}/api/chat/${PLANTED.value}?x=${PLANTED.query}`, {
        method,
        headers: {
          origin: ORIGIN,
          'content-type': 'application/json',
          cookie: PLANTED.key,
          'x-request-id': PLANTED.value,
        },
        ...(method === 'POST' && { body: JSON.stringify({ what: PLANTED.value }) }),
      }),
      { params: Promise.resolve({ id: PLANTED.value }) },
    );
    expect(response.status).toBe(500);
  }

  // Another client: with an invalid token, with a valid one, and with an invalid request.
  const { token } = await outside.token();
  const ask = (headers: Record<string, string>, body: string) =>
    fetch(outside.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    }).then((response) => response.text());
  const called = (args: object) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: PLANTED.value,
      method: 'tools/call',
      params: {
        name: 'customers_list',
        arguments: args,
        _meta: { traceparent: PLANTED.value, baggage: PLANTED.key },
      },
    });
  await ask({ authorization: `Bearer ${PLANTED.key}` }, called({}));
  await ask(
    { authorization: `Bearer ${token}`, tracestate: PLANTED.key },
    called({ search: PLANTED.argument }),
  );
  await ask(
    { authorization: `Bearer ${token}` },
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: PLANTED.value }),
  );

  forgetReadings();
  const scraped = await (
    await scrape(new Headers({ authorization: `Bearer ${TOKEN}` }), TOKEN, async () => opened.db)
  ).text();
  const spans = await collector.told();
  await outside.close();
  await server.close();

  // It has seen all of it, and searched in the right place.
  expect(nth).toBeGreaterThanOrEqual(2);
  expect(written).toContain('request_failed');
  expect(written).toContain('mail_not_sent');
  expect(written).toContain('EENVELOPE');
  expect(scraped).toContain('amber_calls_total{outcome="error",risk="destructive",trust="trusted"} 1');
  expect(scraped).toContain('amber_http_requests_total{method="POST",route="/api/chat/[id]",status="500"} 1');
  expect(new Set(spans.map(({ name }) => name))).toContain('tools/call drop');
  const rows = JSON.stringify(await opened.db.select().from(schema.calls));
  expect(rows).toContain(PLANTED.argument);

  for (const [place, text] of Object.entries({ written, scraped, spans: collector.bodies.join('\n') })) {
    const found = [...text.matchAll(/.{0,60}zq7planted\w*.{0,20}/g)].map(([match]) => match);
    expect(found, place).toEqual([]);
    expect(text.match(/[\w.+-]+@[\w-]+\.\w+/g), place).toBeNull();
    for (const secret of [token, TOKEN, 'of-the-collector']) expect(text.includes(secret), place).toBe(false);
  }
});
