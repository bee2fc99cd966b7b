/**
 * The protocol's own test suite, against the path that other clients use. What it expects of a server is mounted beside
 * our tools, only in this test; it does not send tokens, so one is added for it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { stateText } from './request-state';
import { OutsideHarness, SECRET } from './testing/outside-harness';
import { mountFixtures } from './testing/protocol-fixtures';
import { mountRounds } from './testing/round-fixtures';

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const BASELINE = fileURLToPath(new URL('./testing/conformance-2025-11-25.yaml', import.meta.url));

describe('conformance', () => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let folder: string;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
    harness = await OutsideHarness.open(opened, (server, tokenId) => {
      mountFixtures(server);
      const sign = (round: string) => stateText(SECRET, tokenId, { runId: round, isShown: false, same: '' });
      mountRounds(server, sign);
    });
    harness.lent = (await harness.token()).token;
    folder = mkdtempSync(join(tmpdir(), 'amber-conformance-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await harness.close();
    await opened.close();
  });

  /** Runs the scenarios that a revision requires of servers. */
  async function run(revision: string, ...options: string[]): Promise<{ code: number | null; said: string }> {
    const all = [SUITE, 'server', '--url', harness.url, '--requirements', revision, ...options];
    const child = spawn(process.execPath, all, { cwd: folder });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        said += piece;
      });
    }
    const code = await new Promise<number | null>((ended) => child.on('close', ended));
    return { code, said };
  }

  /** How many of the revision's counted scenarios passed. */
  function passed(said: string, revision: string): number {
    const [, required = ''] = readFileSync(join(SUITE, `../../requirements/${revision}.yaml`), 'utf8').split(
      /^server:$/m,
    );
    const counted = [...(required.split(/^client:$/m)[0] ?? '').matchAll(/^ {2}- (\S+)/gm)].map(
      ([, name]) => name,
    );
    const [, summary = ''] = said.split('=== SUMMARY ===');
    const fine = new Set([...summary.matchAll(/^\u2713 (\S+):/gm)].map(([, name]) => name));
    return counted.filter((name) => fine.has(name)).length;
  }

  test('2026-07-28: everything that is required', async () => {
    const { code, said } = await run('2026-07-28');
    expect(code, said).toBe(0);
    expect(passed(said, '2026-07-28'), said).toBe(37);
  }, 300_000);

  test('2025-11-25: all but what a server without sessions cannot ask of its client', async () => {
    const known = readFileSync(BASELINE, 'utf8').match(/^ {2}- /gm) ?? [];
    expect(known.length).toBeLessThanOrEqual(5);
    const { code, said } = await run('2025-11-25', '--expected-failures', BASELINE);
    expect(code, said).toBe(0);
    expect(passed(said, '2025-11-25'), said).toBe(30 - known.length);
  }, 300_000);
});
