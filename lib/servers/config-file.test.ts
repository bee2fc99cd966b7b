/** The operator's file while Amber runs. */
import { pbkdf2 } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnections } from '@/lib/connections/connect';
import { CALLER, EMPTY_OWN } from '@/lib/connections/testing/caller';
import { NEVER, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { isAlive, smallServer } from '@/lib/connections/testing/programs';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { type ConfigFile, openConfigFile } from './config-file';

const { start } = setUp();
const opened: ConfigFile[] = [];
afterEach(() => {
  for (const file of opened.splice(0)) file.close();
});

const PATIENT = { patienceMs: 60_000, listingTimeoutMs: 60_000 };
const SOON_MS = 20;

/** A file, a function that writes it, and connections to its servers. */
function installation(mcpServers: object) {
  const path = join(mkdtempSync(join(tmpdir(), 'amber-config-')), 'mcp.json');
  const write = (servers: object) => writeFileSync(path, JSON.stringify({ mcpServers: servers }));
  write(mcpServers);
  const file = openConfigFile(
    path,
    () => undefined,
    () => pool.reload(),
    { everyMs: SOON_MS },
  );
  opened.push(file);
  const pool = createConnections({ own: EMPTY_OWN, servers: () => file.current(), ...PATIENT });
  const connections = pool.connectionsFor(CALLER);
  const listed = async () => (await connections.list()).tools.map(({ modelName }) => modelName).sort();
  const problems = async () => (await connections.list()).problems.map(({ server }) => server);
  return { path, write, connections, listed, problems, close: () => pool.close() };
}

const one = (name: string) => start(startScriptedServer({ list: () => ({ tools: [plainTool(name)] }) }));

describe('the file', () => {
  it('is read again when it changes: servers come, go and are other ones, without a restart', async () => {
    const [a, b] = await Promise.all([one('x'), one('y')]);
    const { write, listed, problems, close } = installation({ a: { url: a.url } });
    expect(await listed()).toEqual(['a__x']);
    write({ a: { url: a.url }, b: { url: b.url }, broken: { url: 'nowhere' } });
    await expect.poll(listed).toEqual(['a__x', 'b__y']);
    expect(await problems()).toEqual(['broken']);
    write({ a: { url: b.url } });
    await expect.poll(listed).toEqual(['a__y']);
    expect(await problems()).toEqual([]);
    await close();
  });

  it('is read again also when it changes in the very moment in which it was read', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'amber-config-')), 'mcp.json');
    const listing = (name: string) =>
      JSON.stringify({ mcpServers: { [name]: { url: 'http://127.0.0.1:1' } } });
    writeFileSync(path, listing('before'));
    // Node's own watcher first looks from a thread, and on a busy machine only after the change.
    const busy = Array.from({ length: 4 }, () => promisify(pbkdf2)('a', 'b', 300_000, 64, 'sha512'));
    const file = openConfigFile(
      path,
      () => undefined,
      () => {},
      { everyMs: SOON_MS },
    );
    opened.push(file);
    writeFileSync(path, listing('afterwards'));
    await expect.poll(() => file.current().servers.map(({ name }) => name)).toEqual(['afterwards']);
    await Promise.all(busy);
  });

  it('may be replaced, break, and be gone: its servers are away for so long, and it is a problem by name', async () => {
    const a = await one('x');
    const { path, write, listed, problems, close } = installation({ a: { url: a.url } });
    expect(await listed()).toEqual(['a__x']);
    writeFileSync(path, '{ "mcpServers": ');
    await expect.poll(problems).toEqual(['mcp.json']);
    expect(await listed()).toEqual([]);
    writeFileSync(`${path}.new`, JSON.stringify({ mcpServers: { again: { url: a.url } } }));
    renameSync(`${path}.new`, path);
    await expect.poll(listed).toEqual(['again__x']);
    rmSync(path);
    await expect.poll(problems).toEqual(['mcp.json']);
    write({ a: { url: a.url } });
    await expect.poll(listed).toEqual(['a__x']);
    await close();
  });

  it('that drops a program has it ended, also when nobody asks for anything', async () => {
    const behaviour = `const tools = () => [tool('t')]; const call = (params, answer) => answer(text(process.pid));`;
    const program = { command: process.execPath, args: [smallServer(behaviour)] };
    const { write, connections, close } = installation({ s: program });
    const tool = toolNamed(await connections.list(), 't');
    const pid = Number((await connections.call(tool, {}, NEVER)).text);
    expect(isAlive(pid)).toBe(true);
    write({});
    await expect.poll(() => isAlive(pid)).toBe(false);
    await close();
  });
});
