/** Which files of tests are tried once more, and what counts then. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { countTests, readReport, toTryAgain, type UnitReport } from './unit-report';

const file = (path: string, passed: number, failed: number, skipped = 0) => ({
  path,
  passed,
  failed,
  skipped,
  isFailed: failed > 0,
});
const report = (unhandled: number, ...files: UnitReport['files']) => ({ files, unhandled });

describe('a file of tests that failed', () => {
  it('is tried once more; the others are not', () => {
    expect(toTryAgain(report(0, file('a', 3, 0), file('b', 2, 1)))).toEqual(['b']);
    expect(toTryAgain(report(0, { ...file('hook', 0, 0, 5), isFailed: true }))).toEqual(['hook']);
  });

  it('is not where there are many, where an error belongs to no test, or where the run broke off', () => {
    expect(toTryAgain(report(0, ...['a', 'b', 'c', 'd'].map((path) => file(path, 0, 1))))).toEqual([]);
    expect(toTryAgain(report(1, file('a', 2, 1)))).toEqual([]);
    expect(toTryAgain(undefined)).toEqual([]);
  });

  it('counts as its second try went', () => {
    const first = report(0, file('a', 3, 0, 1), file('b', 2, 1, 4));
    expect(countTests(first)).toEqual({ passed: 5, failed: 1, skipped: 5 });
    expect(countTests(first, report(0, file('b', 6, 1)))).toEqual({ passed: 9, failed: 1, skipped: 1 });
    expect(countTests(undefined)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});

it('Vitest’s own run is reported: what passed, failed, was skipped, and fell into no test', () => {
  const root = mkdtempSync(join(tmpdir(), 'amber-reported-'));
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  const put = (name: string, text: string) =>
    writeFileSync(
      join(root, `${name}.test.ts`),
      `import { beforeAll, expect, it } from '${modules}/vitest/dist/index.js';\n${text}`,
    );
  put('good', `it('a', () => {}); it.skip('b', () => {});`);
  put('bad', `it('a', () => {}); it('b', () => expect(1).toBe(2));`);
  put('hook', `beforeAll(() => { throw new Error('not today'); }); it('a', () => {});`);
  put(
    'loose',
    `it('a', async () => { Promise.reject(new Error('loose')); await new Promise(setImmediate); });`,
  );
  const AMBER_UNIT_REPORT = join(root, 'report.json');
  const reporter = fileURLToPath(new URL('./unit-report.ts', import.meta.url));
  const args = ['run', '--root', root, `--reporter=${reporter}`];
  spawnSync(process.execPath, [join(modules, 'vitest/vitest.mjs'), ...args], {
    env: { ...process.env, AMBER_UNIT_REPORT },
  });
  const found = readReport(AMBER_UNIT_REPORT);
  rmSync(root, { recursive: true });
  const named = found?.files.map(({ path, ...rest }) => [path.split('/').at(-1), rest]);
  expect(Object.fromEntries(named ?? [])).toEqual({
    'good.test.ts': { passed: 1, failed: 0, skipped: 1, isFailed: false },
    'bad.test.ts': { passed: 1, failed: 1, skipped: 0, isFailed: true },
    'hook.test.ts': { passed: 0, failed: 0, skipped: 1, isFailed: true },
    'loose.test.ts': { passed: 1, failed: 0, skipped: 0, isFailed: false },
  });
  expect(found?.unhandled).toBe(1);
});
