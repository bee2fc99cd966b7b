/** Clients that are terminal programs: one start per command, COMMAND_LINE says which. */
import { spawn } from 'node:child_process';
import { auth, PATIENCE_MS, serve, url } from './serve.mjs';

const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const MCPC = 'node_modules/@apify/mcpc/bin/mcpc';
const MCPORTER = 'node_modules/mcporter/dist/cli.js';
const inspected = ['--cli', url, '--transport', 'http', '--header', `Authorization: ${auth}`];
const pairs = (input, sign) => Object.entries(input).map(([key, value]) => `${key}${sign}${value}`);
/** How each lists and calls; `open` is run once before. */
const KINDS = {
  inspector: {
    list: [INSPECTOR, ...inspected, '--method', 'tools/list'],
    call: (tool, input) => [
      ...[INSPECTOR, ...inspected, '--method', 'tools/call', '--tool-name', tool],
      ...pairs(input, '=').flatMap((pair) => ['--tool-arg', pair]),
    ],
  },
  mcpc: {
    open: [MCPC, 'connect', url, '@amber', '-H', `Authorization: ${auth}`],
    list: [MCPC, '--json', '@amber', 'tools-list'],
    call: (tool, input) => [
      ...[MCPC, '--json', '--timeout', String(PATIENCE_MS / 1000), '@amber', 'tools-call', tool],
      ...pairs(input, ':='),
    ],
  },
  mcporter: {
    list: [MCPORTER, 'list', 'amber', '--json'],
    call: (tool, input) => [
      ...[MCPORTER, 'call', `amber.${tool}`, '--timeout', String(PATIENCE_MS), '--output', 'json'],
      ...['--args', JSON.stringify(input)],
    ],
  },
};
const kind = KINDS[process.env.COMMAND_LINE ?? ''];

function run(args, signal) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGINT',
  });
  let said = '';
  let complained = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  child.stderr.on('data', (text) => {
    complained += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 || said ? resolve(said) : reject(new Error(complained || `ended with ${code}`)),
    );
  });
}

if (kind.open) await run(kind.open);
serve({
  list: async () => [...(await run(kind.list)).matchAll(/"name":\s*"([a-z_]+)"/g)].map(([, name]) => name),
  call: (tool, input, signal) => run(kind.call(tool, input), signal),
});
