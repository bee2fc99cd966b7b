/** Which model on this machine `npm start` finds, with servers on free ports. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readEnv } from '@/lib/env';
import { foundModel } from '@/lib/models/team/found-model';
import { findLocalModel, localSettings } from './prepare/local-model.mjs';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(program: string, listener: RequestListener): Promise<{ program: string; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { program, port: (server.address() as AddressInfo).port };
}

const lists =
  (data: unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ object: 'list', data }));

test('the first model of the first program that has one, asked for its list and nothing else', async () => {
  const asked: string[] = [];
  const empty = await serve('Ollama', lists([]));
  const full = await serve('LM Studio', (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    lists([{ id: 'nomic-embed-text' }, { id: 'qwen3:8b' }, { id: 'other' }])(request, response);
  });
  const found = await findLocalModel([empty, full], 10_000);
  expect(found).toEqual({
    program: 'LM Studio',
    baseUrl: `http://127.0.0.1:${full.port}/v1`,
    model: 'qwen3:8b',
  });
  expect(asked).toEqual(['GET /v1/models']);
});

test('nothing where nobody answers, something else does, or it leads elsewhere', async () => {
  const reached: string[] = [];
  const elsewhere = await serve('elsewhere', (request, response) => {
    reached.push(request.url ?? '');
    lists([{ id: 'stranger' }])(request, response);
  });
  const moved: RequestListener = (_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${elsewhere.port}/v1/models` }).end();
  const closed = await serve('closed', () => {});
  servers.pop()?.close();
  const programs = [
    closed,
    await serve('a page', (_, response) => response.end('<html>')),
    await serve('an error', (_, response) => response.writeHead(500).end()),
    await serve('moved', moved),
    await serve('rude', lists([{ id: 'a\u001b[31m name' }, { id: 7 }, null])),
  ];
  expect(await findLocalModel(programs, 10_000)).toBeNull();
  expect(await findLocalModel([await serve('silent', () => {})], 100)).toBeNull();
  expect(reached).toEqual([]);
});

test('what was found is told to the server, which takes nothing else for found', () => {
  const found = { program: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' };
  const told = (settings: Record<string, string>) => foundModel({ foundModel: settings.AMBER_FOUND_MODEL });
  expect(told(localSettings(found, false))).toEqual(found);
  expect(told(localSettings(null, false))).toBeUndefined();
  expect(localSettings(found, true)).toMatchObject({
    OPENAI_BASE_URL: found.baseUrl,
    OPENAI_MODEL: 'qwen3:8b',
  });
  for (const other of ['nothing', '{}', JSON.stringify({ ...found, baseUrl: 'http://10.0.0.7:80/v1' })])
    expect(foundModel({ foundModel: other })).toBeUndefined();
});

test('tests look for none unless they are told to', () => {
  expect(readEnv({}).localModel).toBeUndefined();
  expect(readEnv({ AMBER_LOCAL_MODEL: '0' }).localModel).toBe('0');
  for (const name of ['CI', 'VITEST']) expect(readEnv({ [name]: 'true' }).localModel).toBe('0');
  expect(readEnv({ NODE_ENV: 'test' }).localModel).toBe('0');
  expect(readEnv({ CI: 'true', AMBER_LOCAL_MODEL: '1' }).localModel).toBe('1');
  expect(() => readEnv({ AMBER_LOCAL_MODEL: 'yes' })).toThrow('AMBER_LOCAL_MODEL');
});
