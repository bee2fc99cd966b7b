/**
 * Generates lib/agent/tool-selection/testing/real-tools.jsonl: what real servers list, names and texts only. Run by
 * hand (`node scripts/interop/list-real-tools.mjs FOLDER`, some minutes), never in a test. Each package of
 * `real-servers.json` is installed into FOLDER from the npm registry, without its scripts, started with placeholders
 * for its settings, asked for its tools, and ended. Nothing is called. A server that does not answer is reported and
 * left out.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '../prepare/run.mjs';

const FILE = join(import.meta.dirname, '../../lib/agent/tool-selection/testing/real-tools.jsonl');
const SERVERS = JSON.parse(readFileSync(join(import.meta.dirname, 'real-servers.json'), 'utf8'));
const PATIENCE_MS = 60_000;
/** Longer descriptions are cut: the file stays readable, and a tool's purpose is at the beginning. */
const MOST_CHARACTERS = 400;

const folder = resolve(process.argv[2] ?? '.');
const lines = [];
for (const server of SERVERS) {
  try {
    const tools = await toolsOf(server);
    lines.push(...tools.map((tool) => JSON.stringify(lineOf(server, tool))));
    console.log(`${server.name}: ${tools.length}`);
  } catch (error) {
    console.log(`${server.name}: left out, ${error.message}`);
  }
}
writeFileSync(FILE, `${lines.join('\n')}\n`);

function lineOf({ name: server }, { name, title, description = '', inputSchema, annotations }) {
  const parameters = Object.keys(inputSchema?.properties ?? {});
  const text = description.replace(/\s+/g, ' ').trim();
  return {
    ...{ server, name, title: title ?? annotations?.title, description: text.slice(0, MOST_CHARACTERS) },
    ...(parameters.length > 0 && { params: parameters }),
    ...(annotations && { annotations: hintsOf(annotations) }),
  };
}

function hintsOf({ title: _, ...hints }) {
  return Object.keys(hints).length > 0 ? hints : undefined;
}

async function toolsOf({ package: wanted, bin, args = [], env = {}, omit = [] }) {
  const at = wanted.lastIndexOf('@');
  const name = wanted.slice(0, at);
  const place = join(folder, wanted.replace(/@([^@]*)$/, '_$1').replace(/[/@]/g, '_'));
  const installed = join(place, 'node_modules', name);
  if (!existsSync(installed)) {
    mkdirSync(place, { recursive: true });
    await run('npm', ['install', '--prefix', place, '--ignore-scripts', '--no-audit', '--no-fund', wanted]);
  }
  const { bin: bins, name: full } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const programs = typeof bins === 'string' ? { [full]: bins } : bins;
  const program = join(installed, programs[bin] ?? Object.values(programs)[0]);
  const filled = (text) => text.replaceAll('FOLDER', place);
  const settings = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)]));
  const home = { PATH: process.env.PATH, HOME: place };
  const child = spawn(process.execPath, [program, ...args.map(filled)], {
    ...{ cwd: place, env: { ...home, ...settings }, stdio: ['pipe', 'pipe', 'ignore'] },
  });
  try {
    const tools = await listed(child);
    return tools.filter((tool) => !omit.includes(tool.name));
  } finally {
    child.kill('SIGKILL');
  }
}

/** Implements only as much of the protocol as a listing needs. */
function listed(child) {
  const say = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const found = [];
  return new Promise((done, failed) => {
    setTimeout(() => failed(new Error('it answered nothing')), PATIENCE_MS).unref();
    child.on('error', failed);
    child.stdin.on('error', failed);
    child.on('exit', (code) => failed(new Error(`it ended with code ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = parsed(line);
      if (answer?.error) failed(new Error(JSON.stringify(answer.error)));
      if (answer?.id === 1) {
        say({ method: 'notifications/initialized' });
        say({ id: 2, method: 'tools/list', params: {} });
      } else if (answer?.id === 2) {
        found.push(...answer.result.tools);
        const { nextCursor: cursor } = answer.result;
        if (cursor) say({ id: 2, method: 'tools/list', params: { cursor } });
        else done(found);
      }
    });
    const clientInfo = { name: 'list-real-tools', version: '1' };
    say({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
  });
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
