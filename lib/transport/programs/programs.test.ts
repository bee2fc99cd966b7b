/** Programs that die, babble, hang, or change their tools. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failureOf, NEVER, serverConfig, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { startHttpServer } from '@/lib/connections/testing/http-server';
import { isAlive, programConfig, smallServer } from '@/lib/connections/testing/programs';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Connections } from '@/lib/tools/types';
import { CERTIFICATES, PROXIES } from './environment';

const { connect, start } = setUp();
const PATIENT = { patienceMs: 60_000, listingTimeoutMs: 60_000 };

/** Offers `t`, which returns the program's id, and whatever the behaviour adds. */
const PID = `const tools = () => [tool('t')]; const call = (params, answer) => answer(text(process.pid));`;

function small(behaviour: string, env: Record<string, string> = {}): Connections {
  return connect([programConfig('s', { args: [smallServer(behaviour)], env })], PATIENT);
}

async function callT(connections: Connections, input: object = {}, signal = NEVER): Promise<string> {
  const tool = toolNamed(await connections.list(), 't');
  return (await connections.call(tool, input, signal)).text;
}

const folder = () => mkdtempSync(join(tmpdir(), 'amber-program-'));
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);

describe('the environment of a program', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('holds the list and what the entry sets, and nothing else of ours', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-ours');
    vi.stubEnv('AMBER_SECRET', 'ours too');
    vi.stubEnv('SOMETHING_ELSE', 'x');
    // Those that are set on this machine itself.
    for (const name of [...CERTIFICATES, ...PROXIES]) vi.stubEnv(name, undefined);
    const connections = small(
      `const tools = () => [tool('t')]; const call = (params, answer) => answer(text(JSON.stringify(process.env)));`,
      { NOTES_TOKEN: 'theirs', HOME: '/nowhere' },
    );
    const seen = JSON.parse(await callT(connections)) as Record<string, string>;
    expect(seen).toMatchObject({ NOTES_TOKEN: 'theirs', HOME: '/nowhere', PATH: process.env.PATH });
    const known = [
      'HOME',
      'LANG',
      'LC_ALL',
      'LOGNAME',
      'NOTES_TOKEN',
      'PATH',
      'SHELL',
      'TERM',
      'TMPDIR',
      'TZ',
    ];
    expect(
      Object.keys(seen).filter((name) => ![...known, 'USER', '__CF_USER_TEXT_ENCODING'].includes(name)),
    ).toEqual([]);
  });
});

describe('a program that ends', () => {
  it('in the middle of a call leaves it unknown, and is started again for the next', async () => {
    const connections = small(`
      const tools = () => [tool('t')];
      const call = (params, answer) => {
        if (!params.arguments.die) return answer(text(process.pid));
        console.error('out of memory');
        process.exit(3);
      };`);
    const first = await callT(connections);
    const tool = toolNamed(await connections.list(), 't');
    const error = await failureOf(connections.call(tool, { die: true }, NEVER));
    expect(error.delivery).toBe('unknown');
    expect(error.message).toContain('ended with code 3');
    // Its output is for admins, not for the model.
    expect(error.message).not.toContain('out of memory');
    const [health] = connections.health().servers;
    expect(health).toMatchObject({ state: 'idle', stderr: ['out of memory'] });
    expect(health?.lastError?.message).toContain('out of memory');
    const second = await callT(connections);
    expect(Number(second)).toBeGreaterThan(0);
    expect(second).not.toBe(first);
  });

  it('at once is reported with its last words, harms no other, and is not started over and over', async () => {
    const log = join(folder(), 'starts');
    const broken = smallServer(
      `require('node:fs').appendFileSync(process.env.LOG, 'x\\n'); console.error('no licence'); process.exit(1);`,
    );
    const fine = await start(startScriptedServer({ list: () => ({ tools: [plainTool('fine')] }) }));
    const connections = connect(
      [programConfig('broken', { args: [broken], env: { LOG: log } }), serverConfig('good', fine.url)],
      { ...PATIENT, times: { freshMs: 0, staleMs: 0, retryMs: 0, tellMs: 0 } },
    );
    for (let turn = 0; turn < 6; turn++) {
      const { tools, problems } = await connections.list();
      expect(tools.map(({ modelName }) => modelName)).toEqual(['good__fine']);
      expect(problems).toEqual([
        { server: 'broken', message: expect.stringMatching(/ended with code 1.*no licence/) },
      ]);
    }
    // Each attempt starts it twice, since it may not support the newest handshake; after two attempts it is left alone.
    expect(linesOf(log)).toHaveLength(4);
    expect(connections.health().servers[0]?.state).toBe('failed');
  });

  it('at a message it does not know is started again with the older handshake', async () => {
    const connections = small(`
      const tools = () => [tool('t')];
      const call = (params, answer) => answer(text('older'));
      function other({ method }) { if (method === 'server/discover') process.exit(1); }`);
    expect(await callT(connections)).toBe('older');
    expect(connections.health().servers[0]).toMatchObject({ state: 'ready', protocolVersion: '2025-11-25' });
  });

  it('before it began is reported: there is no such program, no such folder', async () => {
    const connections = connect(
      [
        programConfig('gone', { command: '/nowhere/at-all' }),
        programConfig('lost', { cwd: '/nowhere/at-all' }),
      ],
      PATIENT,
    );
    const { problems } = await connections.list();
    expect(problems.map(({ server }) => server)).toEqual(['gone', 'lost']);
    expect(problems[0]?.message).toContain('there is no such program');
  });
});

describe('what a program writes', () => {
  it('between its messages is kept for admins, the last lines of it, and read as nothing', async () => {
    const connections = small(`${PID}
      for (let n = 1; n <= 80; n++) console.error('\\u001b[31mline ' + n + '\\u001b[0m');
      console.error('\\u202e' + 'x'.repeat(5000));
      const greet = () => { console.log('Welcome!'); console.log('{"jsonrpc":"2.0","id":7777,"result":{}}'); };
      setTimeout(greet, 20);`);
    await callT(connections);
    const words = () => connections.health().servers[0]?.stderr ?? [];
    await expect.poll(words).toContain('Welcome!');
    const stderr = words();
    expect(stderr).toHaveLength(50);
    expect(stderr.filter((line) => line.startsWith('<U+202E>xxx') && line.length < 600)).toHaveLength(1);
    expect(stderr.join()).not.toContain('7777');
    expect(stderr).toContain('line 80');
    expect(stderr).not.toContain('line 1');
  });

  it('may be too much: that call fails, the program goes on', async () => {
    const connections = small(`
      const tools = () => [tool('t')];
      const call = (params, answer) => answer(text(params.arguments.much ? 'x'.repeat(6_000_000) : process.pid));`);
    const pid = await callT(connections);
    const tool = toolNamed(await connections.list(), 't');
    const error = await failureOf(connections.call(tool, { much: true }, NEVER));
    expect(error).toMatchObject({ delivery: 'unknown', message: expect.stringContaining('5000 kB') });
    expect(await callT(connections)).toBe(pid);
  });

  it('may be a question: a ping is answered, one to a person cancelled where nobody is there, anything else refused', async () => {
    const connections = small(`
      const tools = () => [tool('t')];
      const heard = [];
      let done;
      const call = (params, answer) => {
        done = () => answer(text(JSON.stringify(heard)));
        say({ id: 'q1', method: 'ping' });
        say({ id: 'q2', method: 'sampling/createMessage', params: {} });
        say({ id: 'q3', method: 'elicitation/create', params: { message: 'Your password?', requestedSchema: {} } });
      };
      const before = hear;
      hear = (message) => {
        if (message.method || !done) return before(message);
        heard.push([message.id, message.result ?? message.error.code]);
        if (heard.length === 3) done();
      };`);
    const heard = JSON.parse(await callT(connections)) as unknown[];
    expect(heard).toHaveLength(3);
    expect(heard).toEqual(
      expect.arrayContaining([
        ['q1', {}],
        ['q2', -32601],
        ['q3', { action: 'cancel' }],
      ]),
    );
  });
});

describe('a call that is given up', () => {
  it('is told to the program, which goes on', async () => {
    const log = join(folder(), 'cancelled');
    const connections = small(
      `
      const tools = () => [tool('t')];
      const note = (what) => require('node:fs').appendFileSync(process.env.LOG, what + '\\n');
      const call = (params, answer, id) => { if (params.arguments.wait) note('called'); else answer(text(process.pid)); };
      function other({ method, params }) {
        if (method === 'notifications/cancelled') note('cancelled');
      }`,
      { LOG: log },
    );
    const pid = await callT(connections);
    const stop = new AbortController();
    const given = expect(callT(connections, { wait: true }, stop.signal)).rejects;
    const ended = given.toHaveProperty('name', 'TimeoutError');
    await expect.poll(() => linesOf(log)).toEqual(['called']);
    stop.abort(new DOMException('It took too long.', 'TimeoutError'));
    await ended;
    await expect.poll(() => linesOf(log)).toEqual(['called', 'cancelled']);
    expect(await callT(connections)).toBe(pid);
  });
});

describe('the list of a program', () => {
  it('is read again when it says that it has changed, and not before', async () => {
    const connections = small(`
      let grown = false;
      const tools = () => grown ? [tool('t'), tool('new')] : [tool('t')];
      const call = (params, answer) => {
        grown = true;
        answer(text('grown'));
        if (params.arguments.tell) say({ method: 'notifications/tools/list_changed' });
      };`);
    const names = async () => (await connections.list()).tools.map(({ name }) => name);
    await callT(connections);
    expect(await names()).toEqual(['t']);
    await callT(connections, { tell: true });
    await expect.poll(names).toEqual(['t', 'new']);
  });

  it('leaves out what the operator turned off, also as a companion', async () => {
    const behaviour = `const tools = () => [tool('keep'), tool('wipe')]; const call = () => {};`;
    const config = programConfig('s', { args: [smallServer(behaviour)] }, { off: ['wipe'] });
    const { tools, problems } = await connect([config], PATIENT).list();
    expect(tools.map(({ name }) => name)).toEqual(['keep']);
    expect(problems).toEqual([]);
  });
});

describe('a server that hangs', () => {
  it('is ended when it is a program, and begun anew', async () => {
    const log = join(folder(), 'starts');
    const hung = smallServer(`${PID}
      const { appendFileSync, readFileSync } = require('node:fs');
      appendFileSync(process.env.LOG, process.pid + '\\n');
      const isFirst = readFileSync(process.env.LOG, 'utf8').trim().split('\\n').length === 1;
      const before = hear;
      hear = (message) => { if (!isFirst || message.method !== 'tools/list') before(message); };`);
    const connections = connect([programConfig('s', { args: [hung], env: { LOG: log } })], {
      patienceMs: 60_000,
      listingTimeoutMs: 5_000,
      times: { freshMs: 0, staleMs: 0, retryMs: 0, tellMs: 0 },
    });
    const { problems } = await connections.list();
    expect(problems).toEqual([{ server: 's', message: expect.stringContaining('within 5 s') }]);
    // On a busy machine the next may be too slow as well.
    await expect.poll(async () => (await connections.list()).tools.map(({ name }) => name)).toEqual(['t']);
    const [first = 0, ...others] = linesOf(log).map(Number);
    expect(isAlive(others.at(-1) ?? 0)).toBe(true);
    await expect.poll(() => isAlive(first)).toBe(false);
  });

  it('is missing for a turn that others may begin, is told of, and is there once it has answered', async () => {
    const hanging = await start(startHttpServer(() => {}));
    const go = join(folder(), 'go');
    const slow = smallServer(`${PID}
      const { existsSync } = require('node:fs');
      const before = hear;
      const waiting = [];
      const look = setInterval(() => {
        if (!existsSync(process.env.GO)) return;
        clearInterval(look);
        hear = before;
        waiting.forEach(before);
      }, 20);
      hear = (message) => waiting.push(message);`);
    const connections = connect(
      [serverConfig('hanging', hanging.url), programConfig('slow', { args: [slow], env: { GO: go } })],
      { patienceMs: 100, listingTimeoutMs: 60_000 },
    );
    const { tools, problems } = await connections.list();
    expect(tools).toEqual([]);
    expect(problems.map(({ server }) => server)).toEqual(['hanging', 'slow']);
    writeFileSync(go, '');
    // A decision about one of its tools waits for it.
    const whole = await connections.list({ waitFor: ['slow'] });
    expect(whole.tools.map(({ server }) => server)).toEqual(['slow']);
    expect(whole.problems.map(({ server }) => server)).toEqual(['hanging']);
  });
});
