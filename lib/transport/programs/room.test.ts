/** The memory that programs share: which one is ended, and that ending it costs nobody anything. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnections } from '@/lib/connections/connect';
import { CALLER, EMPTY_OWN } from '@/lib/connections/testing/caller';
import { failureOf, NEVER, toolNamed } from '@/lib/connections/testing/connections';
import { isAlive, lightServer, programConfig, smallServer } from '@/lib/connections/testing/programs';
import type { Connections } from '@/lib/tools/types';
import type { ProgramConfig } from '../server-config';
import type { MeasureMemory } from './memory';
import { type Measured, type RoomOptions, whoGoes } from './room';

const MB = 1024 * 1024;
const WAIT = { interval: 50 };

describe('who goes', () => {
  const NOW = 10_000_000;
  const limits = { budgetBytes: 100 * MB, idleMs: 60_000, listedIdleMs: 10_000 };
  const one = (server: string, more: Partial<Measured> = {}): Measured => ({
    server,
    teamId: 'a',
    pid: 1,
    startedAt: NOW - 5_000,
    calledAt: NOW - 5_000,
    isBusy: false,
    isStateful: false,
    bytes: 30 * MB,
    rest: () => {},
    ...more,
  });
  const gone = (...residents: Measured[]) => whoGoes(residents, limits, NOW).map((left) => left.one.server);

  it('is nobody while there is room', () => {
    expect(gone(one('x'), one('y'), one('z'))).toEqual([]);
  });

  it('is what was never called, then what was not called for longest', () => {
    const old = one('old', { calledAt: NOW - 9_000 });
    expect(
      gone(old, one('new'), one('newer', { calledAt: NOW }), one('listed', { calledAt: undefined })),
    ).toEqual(['listed']);
    expect(gone(one('new'), old, one('newer', { calledAt: NOW }), one('newest', { calledAt: NOW }))).toEqual([
      'old',
    ]);
  });

  it('is nothing with a call under way or a state, however long it was not used', () => {
    const kept = [
      one('busy', { isBusy: true, calledAt: 0 }),
      one('state', { isStateful: true, calledAt: 0 }),
    ];
    expect(gone(...kept, one('x', { calledAt: NOW }), one('y', { calledAt: NOW }))).toEqual(['x']);
    expect(gone(...kept.map((each) => ({ ...each, bytes: 50 * MB })), one('x', { isBusy: true }))).toEqual(
      [],
    );
  });

  it('is what nobody used for long, sooner where it only told its tools', () => {
    const listed = one('listed', { calledAt: undefined, startedAt: NOW - 20_000 });
    expect(gone(listed, one('called', { startedAt: 0, calledAt: NOW - 20_000 }))).toEqual(['listed']);
    expect(gone(one('called', { startedAt: 0, calledAt: NOW - 70_000 }))).toEqual(['called']);
  });

  it('is of the team that takes more than its share, though others were used longer ago', () => {
    const many = [1, 2, 3, 4].map((nth) => one(`a${nth}`, { calledAt: NOW - nth, bytes: 20 * MB }));
    const other = one('b1', { teamId: 'b', calledAt: NOW - 50_000, bytes: 45 * MB });
    expect(gone(other, ...many)).toEqual(['a4', 'a3']);
    // If everything of the greedy one is in use, the others still lose nothing.
    expect(gone(other, ...many.map((each) => ({ ...each, isBusy: true })))).toEqual([]);
  });

  it('is first of all the one that takes half of the room, and then nobody else', () => {
    const hog = one('hog', { isBusy: true, isStateful: true, bytes: 60 * MB, calledAt: NOW });
    expect(gone(one('x'), one('y'), one('z'), hog)).toEqual(['hog']);
  });
});

describe('the room', () => {
  const pools: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });

  function harness(servers: ProgramConfig[], room: Partial<RoomOptions> = {}) {
    const pool = createConnections({
      own: EMPTY_OWN,
      servers,
      room,
      patienceMs: 60_000,
      listingTimeoutMs: 60_000,
      // So that every listing asks running programs again.
      times: { freshMs: 0, staleMs: 600_000, retryMs: 0, tellMs: 0 },
    });
    pools.push(pool);
    return (teamId: string) => pool.connectionsFor({ ...CALLER, teamId });
  }
  const folder = () => mkdtempSync(join(tmpdir(), 'amber-room-'));
  const pidsIn = (file: string) =>
    existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
  function light(count: number, more: (nth: number) => Partial<ProgramConfig> = () => ({})) {
    const starts = join(folder(), 'starts');
    const program = { ...lightServer(), env: { STARTS: starts } };
    const servers = Array.from({ length: count }, (_, nth) => programConfig(`s${nth}`, program, more(nth)));
    return { servers, starts: () => pidsIn(starts), living: () => pidsIn(starts).filter(isAlive) };
  }
  async function call(connections: Connections, server: string): Promise<number> {
    const tool = (await connections.list()).tools.find((one) => one.server === server);
    if (!tool) throw new Error(`${server} is not listed`);
    return Number((await connections.call(tool, {}, NEVER)).text);
  }
  /** Each uses this much. */
  const each =
    (bytes: number): MeasureMemory =>
    async (pids) =>
      new Map(pids.map((pid) => [pid, bytes]));

  it('holds sixty light programs: all are listed, and again from what is kept', async () => {
    const { servers, starts } = light(60);
    const connections = harness(servers)(CALLER.teamId);
    for (let turn = 0; turn < 3; turn++) {
      const { tools, problems } = await connections.list();
      expect(problems).toEqual([]);
      expect(tools).toHaveLength(60);
    }
    expect(starts()).toContain(await call(connections, 's0'));
    expect(starts()).toHaveLength(60);
    expect(starts().every(isAlive)).toBe(true);
  }, 240_000);

  it('two teams with seventeen each keep theirs', async () => {
    const { servers, starts } = light(17);
    const of = harness(servers);
    for (let turn = 0; turn < 3; turn++) {
      const both = await Promise.all(['one', 'two'].map((team) => of(team).list()));
      expect(both.map(({ tools }) => tools.length)).toEqual([17, 17]);
    }
    expect(starts()).toHaveLength(34);
  });

  it('too small for all, still lists all, starts none for that, and starts again what is called', async () => {
    const { servers, starts, living } = light(34, (nth) => (nth === 0 ? { stateful: true } : {}));
    const room = { budgetBytes: 100 * MB, measure: each(10 * MB), everyMs: 100 };
    const connections = harness(servers, room)(CALLER.teamId);
    expect((await connections.list()).tools).toHaveLength(34);
    const stateful = await call(connections, 's0');
    const used = await call(connections, 's20');
    await expect.poll(() => living().length, WAIT).toBe(10);
    // Memory was freed from the first listing on: the called one may have had to be restarted.
    const settled = starts().length;
    for (let turn = 0; turn < 3; turn++) {
      expect(await connections.list()).toMatchObject({ problems: [], tools: { length: 34 } });
    }
    expect(starts()).toHaveLength(settled);
    expect(living()).toEqual(expect.arrayContaining([stateful, used]));
    const before = starts().length;
    for (const server of ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11']) {
      expect(isAlive(await call(connections, server))).toBe(true);
    }
    expect(starts().length).toBeGreaterThan(before);
    await expect.poll(() => living().length, WAIT).toBe(10);
    expect(isAlive(stateful)).toBe(true);
    expect(await call(connections, 's0')).toBe(stateful);
  }, 240_000);

  it('counts what is about to end no longer, however slowly that ends', async () => {
    const slow = smallServer(`
      const tools = () => [tool('t')];
      const call = (params, answer) => answer(text(process.pid));
      process.stdin.on('end', () => setTimeout(() => process.exit(), 1500));
      setInterval(() => {}, 1000);`);
    const servers = ['a', 'b', 'c', 'd'].map((name) => programConfig(name, { args: [slow] }));
    const room = { budgetBytes: 30 * MB, measure: each(10 * MB), everyMs: 200 };
    const connections = harness(servers, room)(CALLER.teamId);
    const pids = await Promise.all(servers.map(({ name }) => call(connections, name)));
    await expect.poll(() => pids.filter(isAlive).length, WAIT).toBe(3);
    expect(connections.health().servers.filter(({ state }) => state === 'ready')).toHaveLength(3);
  });

  it('of one team is not taken by another with many', async () => {
    const { servers, living } = light(20);
    const of = harness(servers, { budgetBytes: 100 * MB, measure: each(10 * MB), everyMs: 100 });
    const quiet = of('quiet');
    const one = toolNamed(await quiet.list(), 't');
    const pid = Number((await quiet.call(one, {}, NEVER)).text);
    await expect.poll(() => living().length, WAIT).toBeLessThanOrEqual(10);
    const loud = of('loud');
    for (let nth = 0; nth < 20; nth++) await call(loud, `s${nth}`);
    await expect.poll(() => living().length, WAIT).toBeLessThanOrEqual(10);
    expect(isAlive(pid)).toBe(true);
    expect(Number((await quiet.call(one, {}, NEVER)).text)).toBe(pid);
  }, 240_000);

  it('is left by what nobody uses', async () => {
    const { servers, starts, living } = light(3);
    const room = { listedIdleMs: 200, idleMs: 3_600_000, everyMs: 100 };
    const connections = harness(servers, room)(CALLER.teamId);
    const pid = await call(connections, 's1');
    await expect.poll(living, WAIT).toEqual([pid]);
    expect((await connections.list()).tools).toHaveLength(3);
    expect(starts()).toHaveLength(3);
  });

  it.runIf(process.platform === 'linux')('is not taken by one program that eats memory', async () => {
    const eater = smallServer(`
      const held = [];
      const tools = () => [tool('t')];
      const call = (params, answer) => {
        if (!params.arguments.eat) return answer(text(process.pid));
        const { spawn } = require('node:child_process');
        const eat = 'const held = []; setInterval(() => held.push(Buffer.alloc(20e6, 1)), 50)';
        // Not itself: what it has started counts as well.
        console.error(spawn(process.execPath, ['-e', eat], { stdio: 'ignore' }).pid);
      };`);
    const { servers } = light(3);
    const connections = harness([programConfig('eater', { args: [eater] }), ...servers], {
      budgetBytes: 400 * MB,
      everyMs: 100,
    })(CALLER.teamId);
    const before = await Promise.all(servers.map(({ name }) => call(connections, name)));
    const tool = (await connections.list()).tools.find(({ server }) => server === 'eater');
    if (!tool) throw new Error('the eater is not listed');
    const own = Number((await connections.call(tool, {}, NEVER)).text);
    const error = await failureOf(connections.call(tool, { eat: true }, AbortSignal.timeout(100_000)));
    expect(error).toMatchObject({
      delivery: 'unknown',
      message: expect.stringContaining('was ended by Amber'),
    });
    const [health] = connections.health().servers;
    expect(health?.lastError?.message).toMatch(/took \d+ MB of the 400 MB that all programs share/);
    const eating = Number(health?.stderr?.find((line) => /^\d+$/.test(line)));
    await expect.poll(() => [own, eating].filter(isAlive), WAIT).toEqual([]);
    expect(await Promise.all(servers.map(({ name }) => call(connections, name)))).toEqual(before);
    // A call starts it again.
    expect(await call(connections, 'eater')).not.toBe(own);
  });

  it('is left by a program that is another one when it comes back: the call is not sent', async () => {
    const file = join(folder(), 'tool');
    const log = join(folder(), 'calls');
    writeFileSync(file, 'one');
    const behaviour = `
      const { appendFileSync, readFileSync } = require('node:fs');
      const tools = () => [tool('t', { description: readFileSync(process.env.TOOL, 'utf8') })];
      const call = (params, answer) => { appendFileSync(process.env.LOG, process.pid + '\\n'); answer(text(process.pid)); };`;
    const env = { TOOL: file, LOG: log };
    const connections = harness([programConfig('s', { args: [smallServer(behaviour)], env })], {
      listedIdleMs: 100,
      idleMs: 100,
      everyMs: 50,
    })(CALLER.teamId);
    const tool = toolNamed(await connections.list(), 't');
    const pid = Number((await connections.call(tool, {}, NEVER)).text);
    await expect.poll(() => isAlive(pid), WAIT).toBe(false);
    writeFileSync(file, 'two');
    const error = await failureOf(connections.call(tool, {}, NEVER));
    expect(error).toMatchObject({ delivery: 'not-sent', message: expect.stringContaining('other tools') });
    expect(pidsIn(log)).toEqual([pid]);
    expect(toolNamed(await connections.list(), 't').description).toBe('two');
  });
});
