/** Calls whose response is lost: they fail, report what is known, and are never sent again. */
import { pipeline } from 'node:stream/promises';
import { describe, expect, it, vi } from 'vitest';
import { ConnectionError, isConnectionError } from '@/lib/tools/connection-error';
import { callsOf, failureOf, NEVER, serverConfig, setUp } from './testing/connections';
import { type Answer, sendJson } from './testing/http-server';
import { sendResult } from './testing/scripted-server';

const { connect, ready } = setUp();

describe('a call whose answer is lost', () => {
  const endlessly = (type: string, piece: string): Answer => {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': type });
      const timer = setInterval(() => response.write(piece), 1);
      response.once('close', () => clearInterval(timer));
    };
  };

  it.each<[string, Answer, 'answered' | 'unknown']>([
    ['the connection breaks', (_request, response) => void response.destroy(), 'unknown'],
    [
      'the stream is cut',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"jsonrpc":"2.0",', () => response.destroy());
      },
      'unknown',
    ],
    [
      'the stream just ends',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n'),
      'unknown',
    ],
    [
      'the server fails after the effect',
      (_request, response) => void response.writeHead(500).end('at /srv/secret.js:1'),
      'unknown',
    ],
    [
      'the server says in its own words that it failed',
      ({ message }, response) =>
        sendJson(
          response,
          { jsonrpc: '2.0', id: message.id, error: { code: -32603, message: 'Internal error' } },
          500,
        ),
      'unknown',
    ],
    ['the server is overloaded', (_request, response) => void response.writeHead(503).end(), 'unknown'],
    ['it took too long to arrive', (_request, response) => void response.writeHead(408).end(), 'unknown'],
    ['it is not allowed', (_request, response) => void response.writeHead(403).end('secret'), 'answered'],
    ['there are too many', (_request, response) => void response.writeHead(429).end(), 'answered'],
    ['the server has no such place', (_request, response) => void response.writeHead(404).end(), 'answered'],
    [
      'it is no JSON',
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      'unknown',
    ],
    [
      'it is no result',
      ({ message }, response) => sendJson(response, { jsonrpc: '2.0', id: message.id, result: 'x' }),
      'unknown',
    ],
    [
      'its content makes no sense',
      ({ message }, response) => sendResult(response, message, { content: [{ type: 'image' }] }),
      'unknown',
    ],
    [
      'it is a kind of result that nobody has defined',
      ({ message }, response) =>
        sendResult(response, message, { resultType: 'partial', content: [{ type: 'text', text: 'Done.' }] }),
      'unknown',
    ],
    [
      'it answers another call',
      (_request, response) => sendJson(response, { jsonrpc: '2.0', id: 999, result: {} }),
      'unknown',
    ],
    [
      'it is accepted without an answer',
      (_request, response) => void response.writeHead(202).end(),
      'unknown',
    ],
    [
      'it redirects',
      (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
      'unknown',
    ],
    ['it never ends', endlessly('application/json', ' '.repeat(100_000)), 'unknown'],
    ['its events never end', endlessly('text/event-stream', `: ${'x'.repeat(100_000)}\n`), 'unknown'],
    [
      'it is an error of the protocol',
      ({ message }, response) =>
        sendJson(response, {
          jsonrpc: '2.0',
          id: message.id,
          error: { code: -32602, message: 'bad \u202E id' },
        }),
      'answered',
    ],
    [
      'the server asks for more input',
      ({ message }, response) =>
        sendJson(response, {
          jsonrpc: '2.0',
          id: message.id,
          result: { resultType: 'input_required', requestState: 'again' },
        }),
      'answered',
    ],
  ])(
    'because %s fails with the names of server and tool, and is sent once',
    async (_why, answer, delivery) => {
      const { connections, tool, server } = await ready(answer);
      const error = await failureOf(connections.call(tool, {}, NEVER));
      expect(error.delivery).toBe(delivery);
      expect(error.message).toContain('"s"');
      expect(error.message).toContain('"t"');
      expect(error.message).not.toMatch(/secret|\u202E|127\.0\.0\.1/);
      expect(callsOf(server)).toHaveLength(1);
      expect(server.received.every(({ httpMethod }) => httpMethod === 'POST')).toBe(true);
    },
  );

  it('because the server hangs ends with the caller or with the time its server is given', async () => {
    const patient = await ready(() => {});
    const stop = AbortSignal.timeout(200);
    await expect(patient.connections.call(patient.tool, {}, stop)).rejects.toBe(await reasonOf(stop));
    const limited = await ready(() => {}, { timeoutMs: 1_000 });
    expect((await failureOf(limited.connections.call(limited.tool, {}, NEVER))).delivery).toBe('unknown');
  });

  it('because it is huge is given up long before its end', async () => {
    let written = 0;
    function* endless() {
      for (; written < 200_000_000; written += 100_000) yield ' '.repeat(100_000);
    }
    const { connections, tool } = await ready((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      return pipeline(endless, response).catch(() => {});
    });
    expect((await failureOf(connections.call(tool, {}, NEVER))).message).toContain('5000 kB');
    expect(written).toBeLessThan(50_000_000);
  });

  it('is not sent at all when the server cannot be reached', async () => {
    const { connections, tool, server } = await ready(() => {});
    const other = connect([serverConfig('s', server.url)]);
    await server.close();
    expect((await failureOf(other.call(tool, {}, NEVER))).delivery).toBe('not-sent');
    expect((await failureOf(connections.call(tool, {}, AbortSignal.timeout(5000)))).delivery).not.toBe(
      'answered',
    );
  });

  it('is not sent to a server that is gone from the file, or whose address is another now', async () => {
    const { connections, tool, server } = await ready(() => {});
    for (const changed of [
      { ...tool, server: 'other' },
      { ...tool, serverUrl: `${tool.serverUrl}2` },
    ]) {
      expect((await failureOf(connections.call(changed, {}, NEVER))).delivery).toBe('not-sent');
    }
    expect((await failureOf(connections.call(tool, 'text', NEVER))).delivery).toBe('not-sent');
    expect(callsOf(server)).toHaveLength(0);
  });
});

function reasonOf(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
}

it('a lost answer is known for what it is, whichever bundle of this code made its error', async () => {
  vi.resetModules();
  const other = await import('@/lib/tools/connection-error');
  const error = new other.ConnectionError('lost', 'unknown');
  expect(error instanceof ConnectionError).toBe(false);
  expect(isConnectionError(error)).toBe(true);
  expect(isConnectionError(new Error('lost'))).toBe(false);
});
