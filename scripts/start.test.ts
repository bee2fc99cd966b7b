/** What `npm start` refuses before it builds or serves anything. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@/db/demo/accounts';

const SCRIPT = fileURLToPath(new URL('start.mjs', import.meta.url));

async function start(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [SCRIPT], { env: { ...process.env, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output };
}

test('names every demo account, as the sign-in page does', () => {
  const names = DEMO_ACCOUNTS.map(({ email }) => `'${email.replace(/@amber\.test$/, '')}'`);
  expect(readFileSync(SCRIPT, 'utf8')).toContain(`[${names.join(', ')}]`);
  expect(readFileSync(SCRIPT, 'utf8')).toContain(`password ${DEMO_PASSWORD}`);
});

test('bad settings, all of them by name', async () => {
  const { code, output } = await start({ PORT: 'abc', AMBER_DEMO: 'yes', SMTP_URL: 'http://hush' });
  expect(code).toBe(1);
  for (const name of ['PORT', 'AMBER_DEMO', 'SMTP_URL']) expect(output).toContain(name);
  expect(output).not.toContain('hush');
});

test('a port in use, with another one to take', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, output } = await start({ PORT: String(port), HOST: '127.0.0.1' });
  server.close();
  expect(code).toBe(1);
  expect(output).toContain(String(port));
  expect(output).toContain(`PORT=${port + 1} npm start`);
});
