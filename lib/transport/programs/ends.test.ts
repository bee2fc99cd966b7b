/** How programs end: with the connections, with their entry, with our process. And whose they are. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createConnections } from '@/lib/connections/connect';
import { bundle } from '@/lib/connections/testing/bundle';
import { CALLER, EMPTY_OWN } from '@/lib/connections/testing/caller';
import { NEVER, serverConfig, toolNamed } from '@/lib/connections/testing/connections';
import { isAlive, programConfig, smallServer } from '@/lib/connections/testing/programs';
import type { Connections } from '@/lib/tools/types';

const PATIENT = { patienceMs: 60_000, listingTimeoutMs: 60_000 };

/** Offers `t`, which returns the program's id, and whatever the behaviour adds. */
const PID = `const tools = () => [tool('t')]; const call = (params, answer) => answer(text(process.pid));`;

async function callT(connections: Connections): Promise<string> {
  const tool = toolNamed(await connections.list(), 't');
  return (await connections.call(tool, {}, NEVER)).text;
}

describe('the end', () => {
  /** Ignores the end of its input and SIGTERM, and has started a child process. */
  const STUBBORN = `${PID}
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    const { spawn } = require('node:child_process');
    const own = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.error(own.pid);`;

  it('of the connections is that of every program, and of what it started, willing or not', async () => {
    const pool = createConnections({
      own: EMPTY_OWN,
      servers: [
        programConfig('a', { args: [smallServer(PID)] }),
        programConfig('b', { args: [smallServer(STUBBORN)] }),
      ],
      ...PATIENT,
    });
    const connections = pool.connectionsFor(CALLER);
    const { tools } = await connections.list();
    const pids = await Promise.all(
      tools.map(async (tool) => Number((await connections.call(tool, {}, NEVER)).text)),
    );
    const children = connections.health().servers.flatMap(({ stderr }) => (stderr ?? []).map(Number));
    const all = [...pids, ...children];
    expect(all).toHaveLength(3);
    expect(all.every(isAlive)).toBe(true);
    await pool.close();
    await expect.poll(() => all.filter(isAlive)).toEqual([]);
  });

  it('of an entry, or another entry of its name, is that of its program', async () => {
    let servers = [programConfig('s', { args: [smallServer(PID)] })];
    const pool = createConnections({
      own: EMPTY_OWN,
      servers: () => ({ servers, problems: [] }),
      ...PATIENT,
    });
    const connections = pool.connectionsFor(CALLER);
    const first = Number(await callT(connections));
    servers = [programConfig('s', { args: [smallServer(PID)], env: { LEVEL: 'debug' } })];
    const second = Number(await callT(connections));
    expect(second).not.toBe(first);
    await expect.poll(() => isAlive(first)).toBe(false);
    servers = [];
    pool.reload();
    await expect.poll(() => isAlive(second)).toBe(false);
    expect((await connections.list()).tools).toEqual([]);
    await pool.close();
  });
});

describe('teams', () => {
  it('have a program each, that keeps nothing of one for the other', async () => {
    const pool = createConnections({
      own: EMPTY_OWN,
      servers: [programConfig('s', { args: [smallServer(PID)] })],
      ...PATIENT,
    });
    const of = (teamId: string, userId: string) => pool.connectionsFor({ ...CALLER, teamId, userId });
    const [mia, ben, zoe] = await Promise.all([
      callT(of('team-1', 'mia')),
      callT(of('team-1', 'ben')),
      callT(of('team-2', 'zoe')),
    ]);
    expect(ben).toBe(mia);
    expect(zoe).not.toBe(mia);
    await pool.close();
  });
});

describe('a list from elsewhere', () => {
  it('starts no program, and has no second server of one name', async () => {
    const program = programConfig('s', { args: [smallServer(PID)] });
    const fromSettings = { ...program, name: 'form', origin: 'settings' as never };
    const other = serverConfig('s', 'https://elsewhere.example/mcp', { origin: 'settings' });
    const servers = [program, fromSettings, other, serverConfig('amber', 'https://elsewhere.example/mcp')];
    const pool = createConnections({ own: EMPTY_OWN, servers, ...PATIENT });
    const { tools, problems } = await pool.connectionsFor(CALLER).list();
    expect(tools.map(({ modelName }) => modelName)).toEqual(['s__t']);
    expect(problems.map(({ server }) => server)).toEqual(['form', 's', 'amber']);
    await pool.close();
  });
});

describe('the end of our own process', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)('by %s is that of its programs', async (signal) => {
    const holder = await bundle('lib/connections/testing/hold-program.ts');
    const ours = spawn(process.execPath, [holder.file, smallServer(PID)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(ours.stdout, 'data')) as [Buffer];
    const program = Number(said.toString());
    expect(isAlive(program)).toBe(true);
    ours.kill(signal);
    await expect.poll(() => isAlive(program)).toBe(false);
    holder.remove();
  });
});
