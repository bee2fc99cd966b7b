/**
 * The reason why a server cannot be used reaches those who can fix it, in the server's words and without its secrets.
 */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseServers } from '@/lib/servers/config';
import type { Connections } from '@/lib/tools/types';
import { failureOf, NEVER, PATIENT, serverConfig, setUp, toolNamed } from './testing/connections';
import { sendJson, startHttpServer } from './testing/http-server';
import { programConfig, smallServer } from './testing/programs';
import { plainTool, startScriptedServer } from './testing/scripted-server';

const { connect, start } = setUp();
const TIMES = { patienceMs: 60_000, listingTimeoutMs: 60_000 };

/** The problem reported by a listing, and the one that an admin sees for the server. */
async function told(connections: Connections): Promise<string[]> {
  const { problems } = await connections.list();
  const [server] = connections.health().servers;
  return [problems.map(({ message }) => message).join(' '), server?.lastError?.message ?? ''];
}
const program = (behaviour: string) =>
  connect([programConfig('s', { args: [smallServer(behaviour)] })], TIMES);

describe('a server that refuses', () => {
  it('the handshake is quoted, with what it says besides', async () => {
    const refusal = `
      hear = ({ id, method }) => say({ id, error: method === 'initialize'
        ? { code: -32002, message: 'Unauthorized', data: { error: { message: 'API token is invalid' } } }
        : { code: -32601, message: 'Unknown' } });
      const tools = () => []; const call = () => {};`;
    for (const words of await told(program(refusal))) {
      expect(words).toContain('refused the handshake (-32002)');
      expect(words).toContain('"Unauthorized: API token is invalid"');
    }
  });

  it('to list its tools is quoted', async () => {
    const server = await start(
      startHttpServer(({ message }, response) => {
        if (message.method === 'server/discover') {
          const result = {
            resultType: 'complete',
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {} },
          };
          return sendJson(response, { jsonrpc: '2.0', id: message.id, result });
        }
        const error = { code: -32603, message: 'Failed to fetch tools:\n Invalid access token\u202e' };
        return sendJson(response, { jsonrpc: '2.0', id: message.id, error });
      }),
    );
    const [problem] = await told(connect([serverConfig('s', server.url)], PATIENT));
    expect(problem).toContain(
      'refused to list its tools (-32603): "Failed to fetch tools: Invalid access token<U+202E>"',
    );
  });

  it.each([
    [
      'plain text',
      403,
      'text/plain',
      'Access is only allowed at localhost:4713',
      '"Access is only allowed at localhost:4713"',
    ],
    ['text', 503, 'text/plain', 'No capacity left\nstack...', '"No capacity left"'],
    [
      'JSON',
      403,
      'application/json',
      '{"error":{"status":7,"message":"Billing is off"}}',
      '"Billing is off"',
    ],
    ['a page', 502, 'text/html', '<html><head><title>502 Bad Gateway</title></head>…', '"502 Bad Gateway"'],
    [
      'a challenge',
      401,
      'application/json',
      '{"error":"invalid_token","error_description":"It expired"}',
      '"It expired"',
    ],
  ])('with HTTP is told with its status and the words of %s', async (_what, status, type, body, words) => {
    const answer = (response: ServerResponse) => {
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    };
    const server = await start(startHttpServer((_request, response) => answer(response)));
    const connections = connect([serverConfig('s', server.url)], PATIENT);
    const [problem, lastError] = await told(connections);
    expect(lastError).toContain(`HTTP ${status}`);
    expect(lastError).toContain(words);
    // A body may contain anything: chats are told only the status.
    expect(problem).toContain(`HTTP ${status}`);
    expect(problem).not.toContain(words);
  });

  it('with HTTP and words without an end is told all the same', async () => {
    const server = await start(
      startHttpServer((_request, response) => {
        response.writeHead(500, { 'content-type': 'text/plain' });
        response.write('Out of order');
      }),
    );
    const [problem] = await told(connect([serverConfig('s', server.url, { type: 'http' })], PATIENT));
    expect(problem).toContain('HTTP 500');
  });
});

describe('a program that ends', () => {
  it('is told with its last line, also when that has no end', async () => {
    for (const words of await told(program(`process.stderr.write('Module not installed'); process.exit(1);`)))
      expect(words).toMatch(/ended with code 1.*Module not installed/);
  });

  it('is told with the line that says why, not with the end of its stack', async () => {
    const words = await told(
      program(`
      console.error('Starting\\nredis: Error: connect ECONNREFUSED 127.0.0.1:6379\\n    at TCP.after (node:net:1615:16)');
      throw new TypeError('something else');`),
    );
    for (const text of words) expect(text).toContain('Error: connect ECONNREFUSED 127.0.0.1:6379');
  });

  it.each([
    ['Node.js', `throw new Error('no licence');`, 'Error: no licence'],
    [
      'Python',
      `console.error('Traceback (most recent call last):\\n  File "/x.py", line 3, in <module>\\n    main()\\nValueError: no licence'); process.exit(1);`,
      'ValueError: no licence',
    ],
    [
      'Go',
      `console.error('2026/11/22 listening\\npanic: no licence\\n\\ngoroutine 1 [running]:'); process.exit(2);`,
      'panic: no licence',
    ],
    [
      'words',
      `console.error('Usage: x\\nA licence is required\\nSee the manual'); process.exit(2);`,
      'A licence is required',
    ],
  ])('of %s says why', async (_what, behaviour, expected) => {
    for (const text of await told(program(behaviour))) expect(text).toContain(expected);
  });
});

describe('secrets', () => {
  const VARIABLES: Record<string, string> = { TOKEN: 'from-a-variable' };
  const name = `$\{TOKEN}`;
  const configured = (entry: object) =>
    parseServers(
      JSON.stringify({ mcpServers: { s: entry } }),
      'mcp.json',
      (variable) => VARIABLES[variable],
      'k',
    ).servers;

  it('of an entry stand in nothing that is told of its program', async () => {
    const file = smallServer(`
      console.error('with ' + process.argv.slice(2).join(' ') + ' and ' + process.env.DB_PASSWORD);
      console.error('Error: cannot reach ' + process.argv[2] + ' as ' + process.argv[4]);
      process.exit(1);`);
    const args = [file, 'postgres://app:hunter2@db/crm', '--api-key', 'letmein', name];
    const servers = configured({
      command: process.execPath,
      args,
      env: { DB_PASSWORD: 'swordfish', LEVEL: 'info' },
    });
    const connections = connect(servers, TIMES);
    const problems = (await connections.list()).problems;
    const all = JSON.stringify([problems, connections.health()]);
    for (const secret of ['hunter2', 'letmein', 'from-a-variable', 'swordfish'])
      expect(all).not.toContain(secret);
    expect(problems[0]?.message).toContain('Error: cannot reach postgres://app:[secret]@db/crm as [secret]');
    expect(connections.health().servers[0]?.url).toContain('postgres://app:{secret:');
  });

  it('stand in no refusal of a call either, and neither in the tool that is listed', async () => {
    const server = await start(
      startScriptedServer({
        list: () => ({ tools: [plainTool('t')] }),
        call: ({ message, headers }, response) => {
          const error = { code: -32000, message: `Bad key ${String(headers.authorization)}` };
          sendJson(response, { jsonrpc: '2.0', id: message.id, error });
        },
      }),
    );
    const connections = connect(
      configured({ url: server.url, headers: { Authorization: `Bearer ${name}` } }),
      PATIENT,
    );
    const tool = toolNamed(await connections.list(), 't');
    const { message } = await failureOf(connections.call(tool, {}, NEVER));
    expect(message).toContain('Bad key');
    expect(JSON.stringify([message, tool])).not.toContain('from-a-variable');
  });

  it('stand in no refusal of arguments, and no half of one where that is cut', async () => {
    const long = 'correct-horse-battery-staple';
    const file = smallServer(`
      const tools = () => [tool('t')];
      hear = ({ id, method, params }) => {
        if (method === 'initialize') return say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
        if (method === 'tools/list') return say({ id, result: { tools: tools() } });
        if (method !== 'tools/call') return id === undefined ? undefined : say({ id, error: { code: -32601, message: 'Unknown' } });
        const message = 'x'.repeat(280) + ' ' + process.argv[3];
        say({ id, error: { code: -32602, message: JSON.stringify([{ code: 'custom', path: ['a'], message }]) } });
      };
      const call = () => {};`);
    const connections = connect(
      configured({ command: process.execPath, args: [file, '--token', long] }),
      TIMES,
    );
    const tool = toolNamed(await connections.list(), 't');
    const { message } = await failureOf(connections.call(tool, {}, NEVER));
    expect(message).toContain('refused it (-32602)');
    expect(message).not.toContain('corr');
  });

  it('in an address reach the server as they are, and nothing that is shown or stored', async () => {
    const seen: (string | undefined)[] = [];
    const server = await start(
      startHttpServer((_request, response) => {
        seen.push(response.req.url);
        response.writeHead(500, { 'content-type': 'text/plain' });
        response.end(`No such key: ${response.req.url}`);
      }),
    );
    const connections = connect(configured({ url: `${server.url}?api_key=hunter2,3&x=1` }), PATIENT);
    const { problems } = await connections.list();
    const health = connections.health();
    expect(seen[0]).toContain('?api_key=hunter2,3&x=1');
    expect(JSON.stringify([problems, health])).not.toContain('hunter2');
    expect(health.servers[0]?.url).toMatch(/\?api_key=\{secret:[0-9a-f]{16}\}&x=1$/);
  });

  it('in arguments reach the program as they are, and nothing that is stored with its calls', async () => {
    const file = smallServer(`
      const tools = () => [tool('t')];
      const call = (params, answer) => answer(text(process.argv[3].length));`);
    const connections = connect(
      configured({ command: process.execPath, args: [file, '--token', 'hunter2'] }),
      TIMES,
    );
    const tool = toolNamed(await connections.list(), 't');
    expect((await connections.call(tool, {}, NEVER)).text).toBe('7');
    expect(JSON.stringify(tool)).not.toContain('hunter2');
    expect(tool.serverUrl).toContain('{secret:');
  });
});
