/** Servers' log messages: to which call they belong, and what people see of them. */
import { describe, expect, it } from 'vitest';
import type { LogLine } from '@/lib/tools/log-line';
import { ServerLog } from '@/lib/transport/log-lines';
import { cleaner } from '@/lib/transport/secrets';
import { callsOf, NEVER, serverConfig, setUp, toolNamed } from './testing/connections';
import { LONG_SERVERS, type Long } from './testing/long-servers';
import { programConfig, smallServer } from './testing/programs';
import { sendResult } from './testing/scripted-server';

const { start, connect, ready } = setUp();
const LOG: Long = { says: 'log', everyMs: 20, times: 5 };
const LEVEL = 'io.modelcontextprotocol/logLevel';

/** A call that receives the log, and what it has received. */
function hearing() {
  const lines: LogLine[] = [];
  return {
    lines,
    sending: { callId: 'c', onSend: () => {}, onLog: (line: LogLine) => void lines.push(line) },
  };
}

describe.each(Object.keys(LONG_SERVERS))('the log (%s)', (way) => {
  it('stands with the one call under way, and with its server', async () => {
    const server = await start((LONG_SERVERS[way] as (typeof LONG_SERVERS)[string])({}));
    const connections = connect([server.config]);
    const { lines, sending } = hearing();
    await connections.call(toolNamed(await connections.list(), 'work'), LOG, NEVER, sending);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toEqual({ at: expect.any(String), level: 'info', logger: 'long', text: 'part 1' });
    expect(connections.health().servers[0]?.log).toEqual(lines);
  });
});

it('lines that name no call stand with none of two, and still with their server', async () => {
  const server = await start((LONG_SERVERS.program as (typeof LONG_SERVERS)[string])({}));
  const connections = connect([server.config]);
  const tool = toolNamed(await connections.list(), 'work');
  const [one, two] = [hearing(), hearing()];
  const silent: Long = { ...LOG, says: 'nothing', times: 20 };
  await Promise.all([
    connections.call(tool, silent, NEVER, two.sending),
    connections.call(tool, LOG, NEVER, one.sending),
  ]);
  expect(two.lines).toEqual([]);
  expect(connections.health().servers[0]?.log).not.toEqual([]);
});

describe('a server', () => {
  it('of 2026 is asked with each call for its log, where somebody reads it', async () => {
    const { connections, tool, server } = await ready(({ message }, response) =>
      sendResult(response, message, { content: [] }),
    );
    await connections.call(tool, {}, NEVER, hearing().sending);
    await connections.call(tool, {}, NEVER);
    expect(callsOf(server).map(({ message }) => Object(message.params?._meta)[LEVEL])).toEqual([
      'info',
      undefined,
    ]);
  });

  it.each([true, false])('of before is asked once, where it has a log at all (%s)', async (hasLog) => {
    const behaviour = `
      ${hasLog ? 'initialized.capabilities.logging = {};' : ''}
      const asked = [];
      const tools = () => [tool('asked')];
      const call = (params, answer) => answer(text(JSON.stringify(asked)));
      const other = ({ method, params }) => { if (method === 'logging/setLevel') asked.push(params.level); };`;
    const connections = connect([programConfig('s', { args: [smallServer(behaviour)] })]);
    const tool = toolNamed(await connections.list(), 'asked');
    const { text } = await connections.call(tool, {}, NEVER, hearing().sending);
    expect(text).toBe(hasLog ? '["info"]' : '[]');
  });

  it('writes none of what lets us in there', async () => {
    const token = 'hunter2-is-not-it';
    const { connections, tool } = await ready(
      ({ message }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const say = (value: object) =>
          response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
        const params = { level: 'error', data: { why: `refused "${token}"`, at: 'api\u202e.example' } };
        say({ method: 'notifications/message', params });
        say({ id: message.id, result: { resultType: 'complete', content: [] } });
      },
      { headers: { authorization: `Bearer ${token}` }, secrets: [token] },
    );
    const { lines, sending } = hearing();
    await connections.call(tool, {}, NEVER, sending);
    expect(lines.map(({ level, text }) => [level, text])).toEqual([
      ['error', '{"why":"refused \\"[secret]\\"","at":"api<U+202E>.example"}'],
    ]);
    expect(JSON.stringify(connections.health())).not.toContain(token);
  });
});

describe('the lines that are kept', () => {
  it('are few and short, whatever comes', () => {
    const log = new ServerLog(cleaner([]));
    for (let count = 0; count < 10_000; count++) log.add({ level: 'debug', data: 'x'.repeat(100_000) });
    expect(log.all().length).toBeLessThanOrEqual(50);
    for (const { text } of log.all()) expect(text.length).toBeLessThanOrEqual(500);
  });

  it('are lines: what tells nothing is none, an unknown level is the usual one, a flood ends with the second', () => {
    const log = new ServerLog(cleaner([]));
    expect(log.add('text')).toBeUndefined();
    expect(log.add({ level: 'info' })).toBeUndefined();
    expect(log.add({ level: '<b>', logger: 7, data: 'two\nlines' })).toMatchObject({
      level: 'info',
      text: 'two lines',
    });
    expect(log.add({ data: null })?.text).toBe('null');
    const kept = Array.from({ length: 10_000 }, () => log.add({ data: 'again' })).filter(Boolean);
    expect(kept.length).toBeLessThan(5_000);
  });

  it('hold no half of a secret where they are cut', () => {
    const secret = 'correct-horse-battery-staple';
    const log = new ServerLog(cleaner([secret]));
    const line = log.add({ data: `${'x'.repeat(490)}${secret}` });
    expect(line?.text).not.toContain('correct');
  });
});

it('of the settings hold nothing that was entered there', async () => {
  const server = await start((LONG_SERVERS['Streamable HTTP'] as (typeof LONG_SERVERS)[string])({}));
  const headers = { 'x-team': 'part' };
  const config = serverConfig('s', server.config.url, { headers, origin: 'settings' });
  const connections = connect([config], { webFetch: () => fetch as never });
  const { lines, sending } = hearing();
  await connections.call(toolNamed(await connections.list(), 'work'), LOG, NEVER, sending);
  expect(lines[0]?.text).toBe('[secret] 1');
});
