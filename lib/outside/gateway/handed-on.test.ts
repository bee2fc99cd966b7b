/**
 * What passes through the gateway besides the result: progress, cancellation, forms. Each upstream is a real server
 * that records.
 */
import type { Client } from '@modelcontextprotocol/client';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import {
  type AskingServer,
  NAME_FORM,
  startAskingServer,
  startOlderAskingServer,
} from '@/lib/connections/testing/asking-servers';
import { callsOf, serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { stopAtOnce } from '@/lib/rules/halting';
import { OutsideHarness } from '../testing/outside-harness';

const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const FORMS = { capabilities: { elicitation: { form: {} } } };

describe.each(testDatabases)('handed on at the gateway on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let long: TestServer;
  let asking: Record<string, AskingServer>;
  /** Calls of the long server that nobody waits for any more. */
  let ended: string[];

  beforeAll(async () => {
    opened = await open();
    ended = [];
    const tools = [plainTool('watch', { annotations: READS }), plainTool('work', { annotations: ADDS })];
    long = await startScriptedServer({
      list: () => ({ tools }),
      call: ({ message }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const say = (value: object) =>
          response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
        const { name, _meta, arguments: given } = Object(message.params);
        const progressToken = Object(_meta).progressToken;
        for (const progress of [1, 2, 3]) {
          say({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 3, message: `part ${progress}` },
          });
        }
        response.once('close', () => ended.push(name));
        if (Object(given).stays) return;
        say({
          id: message.id,
          result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
        });
        response.end();
      },
    });
    asking = { newer: await startAskingServer(), older: await startOlderAskingServer() };
    const servers = [
      serverConfig('long', long.url, { trusted: true }),
      ...Object.entries(asking).map(([name, { url }]) => serverConfig(name, url, { trusted: true })),
    ];
    harness = await OutsideHarness.open(opened, undefined, undefined, undefined, undefined, servers);
  });
  beforeEach(() => {
    ended.length = 0;
    long.received.length = 0;
    for (const server of Object.values(asking)) {
      server.questions.splice(0, 9, NAME_FORM);
      server.answers.length = 0;
      server.executed.length = 0;
    }
  });
  afterAll(async () => {
    await harness.harness.closeConnections();
    await Promise.all([harness.close(), long.close(), ...Object.values(asking).map((one) => one.close())]);
    await opened.close();
  });

  async function clientOf(
    mode: 'auto' | 'legacy',
    options = {},
    person = harness.harness.admin,
  ): Promise<Client> {
    const servers = [
      { name: 'long', url: long.url },
      ...Object.entries(asking).map(([name, { url }]) => ({ name, url })),
    ];
    const { token } = await harness.token(person, 'Laptop', ['customers.read'], servers);
    return harness.client(token, mode, options);
  }
  const textOf = (answer: object) => JSON.stringify(Reflect.get(answer, 'content'));
  const eventually = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 1_000 && !isSo(); tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isSo()).toBe(true);
  };

  describe.each(['auto', 'legacy'] as const)('%s', (mode) => {
    test('progress comes as its server tells it', async () => {
      const client = await clientOf(mode);
      const heard: unknown[] = [];
      const answer = await client.callTool(
        { name: 'long__watch', arguments: {} },
        { onprogress: ({ progress, total, message }) => heard.push([progress, total, message]) },
      );
      expect(textOf(answer)).toContain('done');
      // Of simultaneous reports the first is passed on.
      expect(heard[0]).toEqual([1, 3, 'part 1']);
      await client.close();
    });

    test.each(['long__watch', 'long__work'])('a cancellation of %s reaches its server', async (name) => {
      const client = await clientOf(mode);
      const stop = new AbortController();
      const calling = client
        .callTool({ name, arguments: { stays: true, mode } }, { signal: stop.signal })
        .catch((error: unknown) => error);
      await eventually(() => callsOf(long).length === 1);
      stop.abort();
      await calling;
      await eventually(() => ended.length === 1);
      expect(callsOf(long)).toHaveLength(1);
      await client.close();
    });

    describe.each(['newer', 'older'])('a form of a %s server', (which) => {
      const server = () => asking[which] as AskingServer;
      const call = (client: Client) => client.callTool({ name: `${which}__look`, arguments: {} });

      test('is filled in by the client, and only what was asked reaches the server', async () => {
        const client = await clientOf(mode, FORMS);
        const asked: unknown[] = [];
        client.setRequestHandler('elicitation/create', ({ params }) => {
          asked.push(params);
          return { action: 'accept', content: { name: 'Anna' } };
        });
        expect(textOf(await call(client))).toContain('answered 1');
        expect(asked).toMatchObject([
          { message: `The server "${which}" asks: Who are you?`, requestedSchema: NAME_FORM.requestedSchema },
        ]);
        expect(server().answers).toEqual([{ action: 'accept', content: { name: 'Anna' } }]);
        await client.close();
      });

      test('one after the other; what is declined is declined', async () => {
        server().questions.push({ ...NAME_FORM, message: 'And who else?' });
        const client = await clientOf(mode, FORMS);
        client.setRequestHandler('elicitation/create', ({ params }) =>
          String(params.message).includes('else')
            ? { action: 'decline' }
            : { action: 'accept', content: { name: 'Anna' } },
        );
        expect(textOf(await call(client))).toContain('answered 2');
        expect(server().answers).toMatchObject([
          { action: 'accept', content: { name: 'Anna' } },
          { action: 'decline' },
        ]);
        await client.close();
      });

      test('that asks for a password reaches nobody', async () => {
        const requestedSchema = { type: 'object', properties: { password: { type: 'string' } } };
        server().questions.splice(0, 9, { message: 'Your password?', requestedSchema });
        const client = await clientOf(mode, FORMS);
        const asked: unknown[] = [];
        client.setRequestHandler('elicitation/create', ({ params }) => {
          asked.push(params);
          return { action: 'accept', content: { password: 'secret' } };
        });
        await call(client);
        expect(asked).toEqual([]);
        expect(JSON.stringify(server().answers)).not.toContain('secret');
        await client.close();
      });

      test('is filled in by nobody who was stopped meanwhile', async () => {
        const person = await harness.harness.person('member');
        const client = await clientOf(mode, FORMS, person);
        const halt = {
          kind: 'person',
          userId: person.userId,
          server: null,
          tool: null,
          reason: 'Stop.',
        } as const;
        client.setRequestHandler('elicitation/create', async () => {
          await stopAtOnce(opened.db, harness.harness.admin, halt);
          return { action: 'accept', content: { name: 'Anna' } };
        });
        await call(client).catch(() => {});
        expect(JSON.stringify(server().answers)).not.toContain('Anna');
        if (which === 'newer') expect(server().executed).toEqual([]);
        const { elicitations } = schema;
        const isTheirs = eq(elicitations.answeredBy, person.userId);
        const rows = await opened.db.select().from(elicitations).where(isTheirs);
        expect(rows.map(({ status }) => status)).toEqual(['declined']);
        await client.close();
      });

      test('what does not fit is no answer', async () => {
        const client = await clientOf(mode, FORMS);
        client.setRequestHandler('elicitation/create', () => ({
          action: 'accept',
          content: { name: 7 as never },
        }));
        await call(client).catch(() => {});
        expect(JSON.stringify(server().answers)).not.toContain('7');
        await client.close();
      });
    });
  });

  test('another token answers no form', async () => {
    const client = await clientOf('legacy', FORMS);
    const stranger = (await harness.token()).token;
    let form = '';
    const answered = Promise.withResolvers<void>();
    client.setRequestHandler('elicitation/create', async () => {
      const rows = await harness.db.select().from(schema.elicitations);
      form = rows.find(({ status }) => status === 'open')?.id ?? '';
      const headers = {
        authorization: `Bearer ${stranger}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      };
      const result = { action: 'accept', content: { name: 'Mallory' } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: `form_${form}`, result });
      expect((await fetch(harness.url, { method: 'POST', headers, body })).status).toBe(202);
      answered.resolve();
      return { action: 'accept', content: { name: 'Anna' } };
    });
    await client.callTool({ name: 'older__look', arguments: {} });
    await answered.promise;
    expect(form).not.toBe('');
    expect(asking.older?.answers).toEqual([{ action: 'accept', content: { name: 'Anna' } }]);
    await client.close();
  });
});
