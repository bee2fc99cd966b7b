/** The workspace over standard streams, as another client starts it. */
import { existsSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noSandbox } from './commands/testing/place';
import { Folder } from './testing/folder';
import { workspaceTools } from './tools/index';

const skip = (await noSandbox()) !== undefined;
let folder: Folder;
let client: Client;

beforeAll(async () => {
  folder = new Folder({ 'a.txt': 'hello' });
  client = new Client({ name: 'test', version: '1' });
  const args = ['scripts/workspace-server.mjs', folder.root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
});
afterAll(async () => {
  await client.close();
  folder.remove();
});

it('offers the same tools with all four hints, and nothing that only Amber asks', async () => {
  const { tools } = await client.listTools();
  const listed = workspaceTools.filter(
    ({ companion, runsCommands, takesBack, goesOut, subAgent }) =>
      !(companion || runsCommands || takesBack || goesOut || subAgent),
  );
  expect(tools.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
  for (const [at, { annotations, _meta }] of tools.entries()) {
    expect(annotations).toEqual({ title: listed[at]?.title, ...listed[at]?.annotations });
    expect(_meta).toBeUndefined();
  }
});

it('runs them, and refuses in words', async () => {
  const read = await client.callTool({ name: 'read_file', arguments: { path: 'a.txt' } });
  expect(read.structuredContent).toMatchObject({ content: '1\thello' });
  const refused = await client.callTool({ name: 'read_file', arguments: { path: '../ws-evil/secret.txt' } });
  expect(refused.isError).toBe(true);
  await client.callTool({ name: 'todo_write', arguments: { todos: [{ text: 'Look' }] } });
  const { structuredContent } = await client.callTool({ name: 'todo_read', arguments: {} });
  expect(structuredContent).toEqual({ todos: [{ text: 'Look', status: 'pending' }] });
});

describe.skipIf(skip)('commands', () => {
  let own: Client;
  beforeAll(async () => {
    own = new Client({ name: 'test', version: '1' });
    const args = ['scripts/workspace-server.mjs', folder.root, folder.layers];
    await own.connect(new StdioClientTransport({ command: process.execPath, args }));
  });
  afterAll(() => own.close());
  const run = (command: string) => own.callTool({ name: 'bash', arguments: { command } });

  it('are offered where their effects can be kept, read at once, and change what they come to', async () => {
    const { tools } = await own.listTools();
    expect(tools.find(({ name }) => name === 'bash')?.annotations).toMatchObject({ destructiveHint: true });
    expect((await run('cat a.txt')).structuredContent).toMatchObject({ stdout: 'hello', exit: 0 });
    expect((await run('echo two > b.txt; rm a.txt')).isError).toBeFalsy();
    expect(folder.bytes('b.txt').toString()).toBe('two\n');
    expect(existsSync(folder.path('a.txt'))).toBe(false);
  });

  it('go on in the background, and change what they come to when they are ended', async () => {
    const call = async (name: string, input: Record<string, unknown>) =>
      (await own.callTool({ name, arguments: input })).structuredContent as Record<string, unknown>;
    const command = 'echo three > c.txt; echo made; sleep 4321098';
    const { id } = await call('bash', { command, background: true });
    expect(await call('bash_output', { id, wait: 30 })).toMatchObject({
      status: 'running',
      output: 'made\n',
    });
    expect(existsSync(folder.path('c.txt'))).toBe(false);
    expect(await call('bash_end', { id })).toMatchObject({ status: 'ended', changes: 'adds "c.txt"' });
    expect(folder.bytes('c.txt').toString()).toBe('three\n');
  });

  it('do not touch what only a person may allow, nor reach out', async () => {
    folder.put('.git/config', 'theirs');
    const guarded = await run('echo evil > .git/config');
    expect(guarded).toMatchObject({ isError: true });
    expect(JSON.stringify(guarded.content)).toContain('only a person may allow');
    expect(folder.bytes('.git/config').toString()).toBe('theirs');
    expect(await run('curl http://example.com')).toMatchObject({ isError: true });
  });
});
