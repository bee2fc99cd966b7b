/**
 * `npm start`, and with `--dev` `npm run dev`: from a fresh clone to a running Amber. Installs what is missing,
 * checks the settings and the port, builds when the sources changed, serves, and says where.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { isStopping, root, start } from './prepare/run.mjs';

const isDev = process.argv.includes('--dev');
/** The polling interval for the server: while it starts, and after it has answered as unhealthy. */
const POLL_MS = { starting: 100, unwell: 2000 };

/** Node's compile cache: from the second start on it takes a third less time until the app serves. */
const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/amber-compiled') };

process.chdir(root);
await ensureInstalled();
await ensureNode();
const { findLocalModel, localSettings } = await import('./prepare/local-model.mjs');
const settings = await checkedSettings();
const local = await localModel();
await checkPort(settings);
const { ensureBuilt, NEXT } = await import('./prepare/build.mjs');
if (!isDev) await ensureBuilt();
/** Whether the server has been healthy: before that it reports itself why it does not start. */
let wasWell = false;
process.exit(await serve());

async function checkedSettings() {
  // Next reads this file too, but only once the port is settled.
  if (existsSync('.env.local')) process.loadEnvFile('.env.local');
  const { readEnv } = await import('../lib/env.ts');
  try {
    return readEnv(process.env);
  } catch (error) {
    return giveUp(error.message);
  }
}

/** A model served on this machine, if no other is set; only loopback is queried. */
async function localModel() {
  if (settings.model || settings.modelsFile || settings.localModel === '0') return null;
  const found = await findLocalModel();
  if (!found && settings.localModel === '1') {
    giveUp(
      'AMBER_LOCAL_MODEL is 1, and no model answers at the usual ports of Ollama (11434), LM Studio (1234) or llama.cpp (8080) on 127.0.0.1. Start one, or take AMBER_LOCAL_MODEL away.',
    );
  }
  return found;
}

async function checkPort({ port, host }) {
  const server = createServer();
  const problem = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
  if (!problem) return;
  const reasons = {
    EADDRINUSE: `port ${port} is in use. Stop what uses it, or take another: PORT=${port + 1} npm start`,
    EACCES: `port ${port} may not be used without more rights. Take another: PORT=3000 npm start`,
    EADDRNOTAVAIL: `this machine has no address ${host}. Correct HOST.`,
    ENOTFOUND: `the name ${host} is not known. Correct HOST.`,
  };
  giveUp(`Amber cannot start: ${reasons[problem.code] ?? problem.message}`);
}

/** Serves until the server ends, and returns the exit code. */
async function serve() {
  const args = [NEXT, isDev ? 'dev' : 'start', '-p', String(settings.port), '-H', settings.host];
  const { child, ended } = start(process.execPath, args, {
    // Amber shuts down by itself in order; Next would cut off what is in progress. The channel tells it when we are
    // gone.
    env: {
      ...COMPILED,
      ...process.env,
      ...localSettings(local, settings.localModel === '1'),
      NEXT_MANUAL_SIG_HANDLE: 'true',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', isDev ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  });
  sayWhenReady(child);
  const code = await ended;
  if (isStopping || (child.signalCode === null && !wasWell)) return code;
  console.error(`\n${wordsOfEnd(child)}\n`);
  return code || 1;
}

/** The server ended without being asked to. */
function wordsOfEnd({ exitCode, signalCode }) {
  const how = signalCode ? `was killed by ${signalCode}` : `ended by itself with exit code ${exitCode}`;
  // The system does this when memory runs out.
  const why = signalCode === 'SIGKILL' ? ' If you did not do that, the machine may be short of memory.' : '';
  return `Amber has stopped: the server process ${how}.${why} What was stored is kept; start it again with: ${isDev ? 'npm run dev' : 'npm start'}`;
}

async function sayWhenReady(child) {
  const isAnywhere = ['0.0.0.0', '::'].includes(settings.host);
  const name = isAnywhere || settings.host === '127.0.0.1' ? 'localhost' : settings.host;
  const reachable = isAnywhere ? '127.0.0.1' : settings.host;
  const address = (host) => `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}`;
  while (child.exitCode === null && child.signalCode === null) {
    const health = await fetch(`${address(reachable)}/api/health`).catch(() => null);
    if (health?.ok) {
      wasWell = true;
      return say(settings.appUrlGiven ? settings.appUrl : address(name));
    }
    await sleep(health ? POLL_MS.unwell : POLL_MS.starting);
  }
}

function say(address) {
  console.log(`\nAmber runs at ${address}`);
  if (settings.demo) {
    const names = ['viewer', 'member', 'admin', 'admin2', 'outsider'].map((name) => `${name}@amber.test`);
    console.log(`Demo accounts: ${names.join(', ')}; password amber-demo`);
  }
  console.log(settings.databaseUrl ? 'Database: PostgreSQL' : `Data: ${settings.dataDir}`);
  console.log(`Model: ${modelInWords()}`);
  const { workspace } = settings;
  console.log(
    `Files: ${workspace ? `${workspace.path}, for ${workspace.team}` : 'none; AMBER_WORKSPACE and AMBER_WORKSPACE_TEAM name a folder and its team (docs/workspace.md)'}`,
  );
}

function modelInWords() {
  if (settings.model) return settings.model.model;
  const found = local && `${local.model} of ${local.program} at ${local.baseUrl}`;
  if (found && settings.localModel === '1') return found;
  if (found) return `offline, a demo. Found ${found}: AMBER_LOCAL_MODEL=1 npm start uses it`;
  return 'offline, a demo; set OPENAI_API_KEY for a real one';
}

function giveUp(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
