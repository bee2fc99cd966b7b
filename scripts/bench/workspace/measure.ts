/** The cost of the workspace's tools compared with that of their components, in a folder of many files. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rgPath } from '@vscode/ripgrep';
import { BackgroundProcesses } from '@/mcp/workspace/background/processes';
import { callTool, sessionTodos } from '@/mcp/workspace/server';
import { workspaceTools } from '@/mcp/workspace/tools/index';
import { Workspace } from '@/mcp/workspace/workspace';
import { median } from '../statistics';
import { table } from '../table';

const ROUNDS = 9;
const OF_FOLDER = 100;
const CHANGED = 100;
const AIM = { ratio: 1.2, overMs: 100, editMs: 100, indexMb: 150, changedMs: 50 };
const LARGE = 'large.txt';

export async function measureWorkspace(count: number): Promise<string> {
  const around = mkdtempSync(join(tmpdir(), 'amber-bench-'));
  try {
    const many = new Bench(join(around, 'many'), count);
    const few = new Bench(join(around, 'few'), OF_FOLDER);
    const rows = [
      // First, since garbage left by others may be collected at any time.
      ...(await many.index()),
      ...(await many.searches()),
      ...(await many.commands(`command, ${count} files`)),
      ...(await few.commands(`command, ${OF_FOLDER} files`)),
      ...(await many.edits()),
    ];
    return table([['', 'measured', 'beside', 'aim', ''], ...rows]);
  } finally {
    rmSync(around, { recursive: true, force: true });
  }
}

class Bench {
  private readonly root: string;
  private readonly context;

  constructor(folder: string, count: number) {
    this.root = join(folder, 'files');
    mkdirSync(this.root, { recursive: true });
    for (let at = 0; at < count; at++) {
      const path = this.pathOf(at);
      if (at % OF_FOLDER === 0) mkdirSync(join(this.root, path, '..'), { recursive: true });
      writeFileSync(join(this.root, path), textOf(at));
    }
    const layers = join(folder, 'layers');
    this.context = {
      workspace: new Workspace(this.root),
      todos: sessionTodos(),
      commands: { layers, background: new BackgroundProcesses(layers) },
      signal: new AbortController().signal,
      callId: undefined,
    };
  }

  async searches(): Promise<string[][]> {
    const search = (pattern: string, args: string[]) => [
      () => this.call('grep_search', { pattern }),
      () => this.ripgrep([...args, pattern, './']),
    ];
    const line = ['--line-number', '--no-heading', '-e'];
    const [rare, rareBare] = await this.turns(...search('needle1000x', line));
    const [none, noneBare] = await this.turns(...search('in no file at all', line));
    const [names, namesBare] = await this.turns(
      () => this.call('glob', { pattern: '**/*.md' }),
      () => this.ripgrep(['--files', '--glob', '*.md', './']),
    );
    return [
      ratio('grep_search, a word of one file in 1,000', rare, rareBare),
      ratio('grep_search, a word of none', none, noneBare),
      ratio('glob, one file in 100', names, namesBare),
    ];
  }

  async commands(what: string): Promise<string[][]> {
    const command = `wc -l ${this.pathOf(1)}`;
    const [own, bare] = await this.turns(
      () => this.call('bash', { command }),
      () => run('bash', ['-c', command], this.root),
    );
    return [over(`${what}, over the bare one, ms`, own - bare, AIM.overMs, 0)];
  }

  async edits(): Promise<string[][]> {
    const text = `${'0123456789 abcdefghij\n'.repeat(500_000)}the end\n`;
    const input = (bytes: string) => ({
      path: LARGE,
      old_string: 'the end',
      new_string: 'the very end',
      hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    });
    const given = input(text);
    const times: Record<'str_replace' | 'str_replace_preview', number[]> = {
      str_replace: [],
      str_replace_preview: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      writeFileSync(join(this.root, LARGE), text);
      for (const tool of ['str_replace_preview', 'str_replace'] as const)
        times[tool].push(await timed(() => this.call(tool, given)));
    }
    rmSync(join(this.root, LARGE));
    const mb = Math.round(text.length / 1_000_000);
    return [
      over(`edit of ${mb} MB, ms`, median(times.str_replace), AIM.editMs, 0),
      over('its card, ms', median(times.str_replace_preview), AIM.editMs, 0),
    ];
  }

  async index(): Promise<string[][]> {
    const before = held();
    const first = await timed(() => this.call('index_workspace', {}));
    const mb = (held() - before) / 1_000_000;
    const unchanged = median(await this.times(() => this.call('index_workspace', {})));
    for (let at = 0; at < CHANGED; at++)
      writeFileSync(join(this.root, this.pathOf(at)), `${textOf(at)}changed\n`);
    const changed = await timed(() => this.call('index_workspace', {}));
    return [
      over('index, MB', mb, AIM.indexMb, 0),
      ['  made, ms', first.toFixed(0), '', '', ''],
      ['  looked at, nothing changed, ms', unchanged.toFixed(0), '', '', ''],
      over(`  ${CHANGED} files changed, ms for each`, changed / CHANGED, AIM.changedMs, 1),
    ];
  }

  private async turns(...tasks: (() => Promise<unknown>)[]): Promise<[number, number]> {
    const times = tasks.map((): number[] => []);
    // Alternately, so that other load affects both.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [at, task] of tasks.entries()) {
        const ms = await timed(task);
        if (round > 0) times[at]?.push(ms);
      }
    }
    const [own = Number.NaN, other = Number.NaN] = times.map(median);
    return [own, other];
  }

  private async times(task: () => Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(task));
    return times;
  }

  private async call(name: string, input: unknown): Promise<void> {
    const tool = workspaceTools.find((one) => one.name === name);
    if (!tool) throw new Error(`There is no ${name}.`);
    const { isError, content } = await callTool(tool, input, this.context);
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
  }

  private ripgrep(args: string[]): Promise<void> {
    return run(rgPath, ['--no-config', '--no-require-git', '--hidden', ...args], this.root);
  }

  private pathOf(at: number): string {
    return `folder${Math.floor(at / OF_FOLDER)}/file${at}.${at % 100 === 0 ? 'md' : 'ts'}`;
  }
}

/** Forty lines; one file in a thousand contains the needle. */
function textOf(at: number): string {
  const lines = Array.from(
    { length: 40 },
    (_, n) => `export const value${at}x${n} = some(${n * at}, "words of a line");`,
  );
  if (at % 1_000 === 0) lines.push('// needle1000x');
  return `${lines.join('\n')}\n`;
}

/** Its output is read and discarded; finding nothing is not a failure. */
async function run(program: string, args: string[], cwd: string): Promise<void> {
  await promisify(execFile)(program, args, { cwd, maxBuffer: 1e9 }).catch((error: { code?: unknown }) => {
    if (error.code !== 1) throw error;
  });
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}

/** In bytes, after garbage collection. */
function held(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function ratio(what: string, own: number, other: number): string[] {
  const times = own / other;
  return [
    `${what}, ms`,
    own.toFixed(0),
    `ripgrep ${other.toFixed(0)}`,
    `at most ${AIM.ratio} times`,
    `${times.toFixed(2)}: ${times <= AIM.ratio ? 'met' : 'missed'}`,
  ];
}

function over(what: string, measured: number, aim: number, digits: number): string[] {
  return [what, measured.toFixed(digits), '', `at most ${aim}`, measured <= aim ? 'met' : 'missed'];
}
