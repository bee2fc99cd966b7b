/** The command itself, as an auditor runs it: its output, and its exit code. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chainHash, contentHash, jsonLines, START } from '../lib/receipts/receipt-lines';
import { publicKeyOf, signClosing } from '../lib/receipts/receipt-signature';

const folder = mkdtempSync(join(tmpdir(), 'amber-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'a secret for tests only, long enough';
const said = { at: '2026-01-01T00:00:00.000Z', kind: 'signed in', body: '{}' };
const row = { seq: 1, ...said, prev: START, hash: chainHash(START, 1, contentHash(said)) };
const closing = signClosing(SECRET, {
  count: 1,
  told: '1',
  team: 'tea_1',
  exportedAt: said.at,
  filters: {},
  head: { seq: 1, hash: row.hash },
});
const whole = [jsonLines.row(row), jsonLines.closing(closing), ''].join('\n');

function verify(text: string | null, ...more: string[]): Promise<{ code: number; said: string }> {
  const file = join(folder, 'export.jsonl');
  if (text !== null) writeFileSync(file, text);
  const path = text === null ? join(folder, 'none') : file;
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/verify-receipts.mjs', path, ...more], (error, stdout) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout });
    });
  });
}

it('says that an export is whole, and by whose key', async () => {
  const key = publicKeyOf(SECRET);
  for (const more of [[], [key]]) {
    const { code, said } = await verify(whole, ...more);
    expect(said).toContain('The signature holds.');
    expect(said).toContain(key);
    expect(said.includes('was NOT checked against your key')).toBe(more.length === 0);
    expect(code).toBe(0);
  }
});

it.each([
  ['a change', whole.replace('signed in', 'signed on'), 'row that was touched is 1: it was changed'],
  ['a missing end', whole.split('\n').slice(0, 1).join('\n'), 'NO signature'],
  ['a broken signature', whole.replace('"count":1', '"count":2'), 'does NOT hold'],
])('tells of %s, with exit code 1', async (_, text, words) => {
  const { code, said } = await verify(text);
  expect(said).toContain(words);
  expect(code).toBe(1);
});

it('tells of another key than the one that is expected', async () => {
  const { code, said } = await verify(whole, 'another');
  expect(said).toContain('NOT SIGNED WITH another');
  expect(code).toBe(1);
});

it.each([
  ['that is no export', 'hello'],
  ['that is not there', null],
])('says so of a file %s, with exit code 1', async (_, text) => {
  const { code, said } = await verify(text);
  expect(said).toMatch(/is no export|cannot be read/);
  expect(code).toBe(1);
});
