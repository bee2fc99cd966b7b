/** The workspace over standard streams, as another client starts it. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Folder } from './testing/folder';
import { workspaceTools } from './tools/index';

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
    ({ companion, runsCommands, takesBack, goesOut }) => !(companion || runsCommands || takesBack || goesOut),
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
