/** Runs the client scenarios of the conformance suite against the client beside this file, and reads the results. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const PACKAGE = dirname(require.resolve('@modelcontextprotocol/conformance/package.json'));
const SUITE = join(PACKAGE, 'dist', 'index.js');

export type Revision = '2025-11-25' | '2026-07-28';

export interface ScenarioResult {
  /** Checks by their result. */
  counts: Record<string, number>;
  /** The checks that did not pass. */
  complaints: string[];
  /** What the client wrote to standard error. */
  stderr: string;
}

/** The client scenarios that a revision requires, and those that it runs without counting them. */
export function requiredScenarios(revision: Revision): string[] {
  const lines = readFileSync(join(PACKAGE, 'requirements', `${revision}.yaml`), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith('client:'));
  const until = lines.findIndex((line, index) => index > from && /^\S/.test(line) && !line.startsWith('#'));
  const listed = lines.slice(from + 1, until === -1 ? undefined : until);
  return listed.flatMap((line) => /^\s+- (\S+)/.exec(line)?.[1] ?? []);
}

/** Runs one scenario in this revision's version. */
export async function runScenario(
  client: string,
  scenario: string,
  revision: Revision,
): Promise<ScenarioResult> {
  const output = mkdtempSync(join(tmpdir(), 'amber-scenario-'));
  try {
    const command = `"${process.execPath}" "${client}"`;
    const of = ['--scenario', scenario, '--spec-version', revision];
    await run([SUITE, 'client', '--command', command, ...of, '-o', output, '--timeout', '60000']);
    return resultIn(output, scenario);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

function resultIn(output: string, scenario: string): ScenarioResult {
  const place = join(output, dirname(scenario));
  const [name = ''] = readdirSync(place);
  const read = (file: string) => readFileSync(join(place, name, file), 'utf8');
  const checks = JSON.parse(read('checks.json')) as { id: string; status: string; errorMessage?: string }[];
  const counts: Record<string, number> = {};
  for (const { status } of checks) counts[status] = (counts[status] ?? 0) + 1;
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const complaints = failed.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? 'failed'}`);
  return { counts, complaints, stderr: read('stderr.txt') };
}

function run(args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}
