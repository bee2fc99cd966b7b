/** Programs for tests of connections: servers from npm, and small ones of our own that misbehave. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Program, ProgramConfig } from '@/lib/transport/server-config';

const require = createRequire(import.meta.url);

export function programConfig(
  name: string,
  program: Partial<Program>,
  more: Partial<ProgramConfig> = {},
): ProgramConfig {
  const { command = process.execPath, args = [], env = {}, cwd } = program;
  const started = { command, args, env, ...(cwd !== undefined && { cwd }) };
  return { name, url: `stdio:${name}`, trusted: false, program: started, ...more };
}

/** The executable of an npm package. */
export function binOf(packageName: string): string {
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin } = require(manifest) as { bin: string | Record<string, string> };
  return join(dirname(manifest), typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
}

/** The beginning of every small server: it reads messages, and `say` writes one. */
const FRAME = `
const say = (value) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n');
const initialized = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1' } };
const tool = (name, more = {}) => ({ name, description: name, inputSchema: { type: 'object' }, ...more });
const text = (words) => ({ content: [{ type: 'text', text: String(words) }] });
let rest = '';
process.stdin.on('data', (chunk) => {
  rest += chunk;
  const lines = rest.split('\\n');
  rest = lines.pop();
  for (const line of lines) if (line) hear(JSON.parse(line));
});
function hear({ id, method, params }) {
  const answer = (result) => say({ id, result });
  if (method === 'initialize') return answer(initialized);
  if (method === 'tools/list') return answer({ tools: tools() });
  if (method === 'tools/call') return call(params, answer, id);
  if (method === 'ping') return answer({});
  if (id !== undefined && method) say({ id, error: { code: -32601, message: 'Unknown: ' + method } });
  if (typeof other === 'function') other({ id, method, params });
}
`;

/**
 * A server of 2025-11-25 in a file of its own.
 * @param behaviour JavaScript that declares `tools()`, `call(params, answer, id)` and possibly `other(message)`
 * @returns its path
 */
export function smallServer(behaviour: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'amber-program-')), 'server.cjs');
  writeFileSync(file, `${FRAME}\n${behaviour}`);
  return file;
}

/**
 * A server that takes hardly any memory: a shell without forks. It offers `t`, which returns the process id, and
 * appends that id to the file `STARTS` when it starts.
 */
export function lightServer(): { command: string; args: string[] } {
  const file = join(mkdtempSync(join(tmpdir(), 'amber-program-')), 'server.sh');
  writeFileSync(file, LIGHT);
  return { command: '/bin/sh', args: [file] };
}

const LIGHT = `
echo "$$" >> "$STARTS"
say() { printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$1"; }
while IFS= read -r line; do
  case $line in *'"id":'*) ;; *) continue ;; esac
  id=\${line#*'"id":'}
  id=\${id%%[,\\}]*}
  case $line in
    *'"initialize"'*) say '"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"light","version":"1"}}' ;;
    *'"tools/list"'*) say '"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}' ;;
    *'"tools/call"'*) say '"result":{"content":[{"type":"text","text":"'"$$"'"}]}' ;;
    *) say '"error":{"code":-32601,"message":"Unknown"}' ;;
  esac
done
`;

/** Whether a process with this id runs; a zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const state = `/proc/${pid}/stat`;
    return !existsSync(state) || !/\) [ZX] /.test(readFileSync(state, 'utf8'));
  } catch {
    return false;
  }
}
