/** The operator's list in the app as it is built: programs run, change without a restart, and end with it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { App } from '../../app';

const ROOT = join(import.meta.dirname, '../../..');
const bin = (name: string) => join(ROOT, 'node_modules/@modelcontextprotocol', name, 'dist/index.js');
const program = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [bin(name), ...args],
});

interface Listed {
  tools: { server: string; name: string; trusted: boolean; policy: string }[];
  problems: { server: string; message: string }[];
}

/** The programs that a process has started, by their command lines; where the system can tell. */
function programsOf(pid: number): string[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(children)) return [];
  const pids = readFileSync(children, 'utf8').trim().split(' ').filter(Boolean);
  return pids.map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' '));
}

test('servers of mcp.json are programs too; they come and go with the file, and end with the app', async () => {
  const app = await App.start({
    servers: { thinking: program('server-sequential-thinking'), bad: { command: '' } },
  });
  const admin = await app.signIn('admin');
  const listed = async () => (await (await admin.fetch('GET', '/api/tools')).json()) as Listed;
  const servers = async () => [...new Set((await listed()).tools.map(({ server }) => server))].sort();

  await expect.poll(servers).toEqual(['amber', 'thinking']);
  const { tools, problems } = await listed();
  expect(tools.find(({ name }) => name === 'sequentialthinking')).toMatchObject({
    trusted: false,
    policy: 'ask',
  });
  expect(problems).toEqual([{ server: 'bad', message: expect.stringContaining('"command"') }]);
  expect(app.log).toContain('The MCP server bad is left out');

  app.listServers({ memory: program('server-memory') });
  await expect.poll(servers).toEqual(['amber', 'memory']);
  const { pid = 0 } = app;
  if (process.platform === 'linux') {
    await expect.poll(() => programsOf(pid).filter((line) => line.includes('server-'))).toHaveLength(1);
    const [line] = programsOf(pid).filter((one) => one.includes('server-'));
    expect(line).toContain('server-memory');
  }
  await app.stop();
});
