/** How one server is started, by any of the three: the reference client, Amber, or ourselves if it is an endpoint. */
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../e2e/program.ts';
import { systemChromium } from '../prepare/chromium.mjs';
import { install, packageName, programOf } from './install.ts';
import { jail } from './jail.ts';
import { scratch } from './scratch.ts';
import { nameOf, type ServerSpec, slugOf } from './specs.ts';

const START_MS = 30_000;

export interface Ready {
  /** Its name in mcp.json. */
  name: string;
  /** For mcp.json. */
  entry: Record<string, unknown>;
  /** As a program; null: it is an endpoint. */
  program: { command: string; args: string[]; env: Record<string, string>; cwd: string } | null;
  /** Fills in the placeholders of a text. */
  fill(text: string): string;
  /** Recreates its folder, as it was before the first call. */
  clear(): void;
  stop(): void;
}

/** @param given values for `{postgres}` and the like */
export async function ready(spec: ServerSpec, given: Record<string, string>): Promise<Ready> {
  const installed = await install(spec.package);
  const script = programOf(installed, spec.bin);
  const { wrap, owner } = jail(script);
  const slug = slugOf(nameOf(spec));
  const folder = scratch(slug, owner);
  const values: Record<string, string> = {
    folder,
    port: String(await freePort()),
    chromium: systemChromium() ?? 'chromium',
    ...given,
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const env: Record<string, string> = {
    HOME: folder,
    TMPDIR: folder,
    ...Object.fromEntries(Object.entries(spec.env ?? {}).map(([key, value]) => [key, fill(value)])),
  };
  const line = wrap(
    [process.execPath, script, ...(spec.args ?? []).map(fill)],
    spec.url || spec.network ? 'loopback' : 'none',
  );
  const program = { command: line[0] ?? '', args: line.slice(1), env, cwd: folder };
  const name = slugOf(packageName(spec.package).split('/').at(-1) ?? '')
    .replaceAll('.', '-')
    .slice(0, 30);
  const clear = () => void scratch(slug, owner);
  if (!spec.url) return { name, entry: program, program, fill, clear, stop: () => {} };
  const child = await endpoint(program, fill(spec.url));
  const { type, headers } = spec;
  const entry = { url: fill(spec.url), ...(type && { type }), ...(headers && { headers }) };
  return { name, entry, program: null, fill, clear, stop: () => void child.kill('SIGKILL') };
}

/** Starts it beside us and waits until its port answers. */
async function endpoint(
  { command, args, env, cwd }: NonNullable<Ready['program']>,
  url: string,
): Promise<ChildProcess> {
  const all = { NODE_ENV: 'production' as const, PATH: process.env.PATH ?? '', ...env };
  const child = spawn(command, args, { cwd, env: all, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text).slice(-500);
  });
  const until = Date.now() + START_MS;
  while (child.exitCode === null && Date.now() < until) {
    const answered = await fetch(new URL('/', url), { signal: AbortSignal.timeout(1000) }).catch(() => null);
    await answered?.body?.cancel();
    if (answered) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`the endpoint did not start: ${said.trim()}`);
}
