/**
 * `npm test`: installs what is missing and runs everything: types, lint, unit and integration tests on both databases,
 * the production build, end-to-end tests. Files that failed are tried once more, up to three, and named if only that
 * went well. `--check` (`npm run check`) leaves out what needs a database or the build. `--changed [commit]` runs what
 * differs from that commit, by default from the merge base with main: types, lint, the affected tests, and the browser
 * specs that cover the changes; it says what it leaves out. `--e2e [Playwright's arguments]` runs only the end-to-end
 * tests.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root, run, start } from './prepare/run.mjs';

const [only, ...more] = process.argv.slice(2);
process.chdir(root);
await ensureInstalled();
await ensureNode();

const bin = (path) => join(root, 'node_modules', path);
const node = (path, ...args) => [process.execPath, [bin(path), ...args]];
const reports = mkdtempSync(join(tmpdir(), 'amber-test-'));
// Leftovers of tests are removed with it. PostgreSQL may run as another user, who needs access.
const left = join(reports, 'tmp');
mkdirSync(left);
for (const folder of [reports, left]) chmodSync(folder, 0o755);
// Where each function of the store records on which database it ran.
const ran = join(reports, 'store-ran');
const counts = { passed: 0, failed: 0, skipped: 0 };

const isCheck = only === '--check';
const changed = only === '--changed' ? await touched(more[0]) : undefined;
const isWhole = !isCheck && !changed;
const hasSpecs = !isCheck && changed?.specs.length !== 0;
const { startPostgres } = await import('../db/testing/throwaway-postgres.ts');
const postgres = isCheck ? undefined : await startPostgres();
const env = {
  ...process.env,
  TEST_DATABASE_URL: postgres?.url,
  NEXT_TELEMETRY_DISABLED: '1',
  TMPDIR: left,
  // Hundreds of processes load the same packages: the first one compiles them.
  NODE_COMPILE_CACHE: join(left, 'amber-compiled'),
  // The second try of a file meets what the first one met.
  RECEIPTS_SEED: process.env.RECEIPTS_SEED ?? String(Math.floor(Math.random() * 1e9)),
};

let code = 1;
try {
  code = await everything();
} finally {
  await postgres?.stop();
  rmSync(reports, { recursive: true, force: true, maxRetries: 5 });
}
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(code);

async function everything() {
  if (only !== '--e2e') {
    const checked = await sequence([
      ['Types', () => run(...node('next/dist/bin/next', 'typegen'), { env, stdio: 'ignore' })],
      ['', () => run(...node('typescript/bin/tsc', '--noEmit'), { env })],
      ['Lint', () => run(...node('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'), { env })],
      ['Unit and integration', hasSpecs ? () => beside(build(), unit) : unit],
    ]);
    if (checked !== 0 || !hasSpecs) return checked;
  }
  const { ensureChromium } = await import('./prepare/chromium.mjs');
  await ensureChromium();
  return sequence([
    ['Build', () => build().ended],
    ['End to end', endToEnd],
  ]);
}

/** The production build, which uses the CPU time that others leave; immediate if it already exists. */
function build() {
  const building = start(process.execPath, [join(root, 'scripts/prepare/build-now.mjs')], { env });
  if (building.child.pid) setPriority(building.child.pid, constants.priority.PRIORITY_LOW);
  return building;
}

/** Runs the step while the other program works; ends that one if the step fails, else waits for it. */
async function beside({ child, ended }, step) {
  const failed = await step();
  if (failed !== 0) child.kill();
  return failed || ended;
}

/** Runs the steps until one fails, and returns its exit code. */
async function sequence(steps) {
  for (const [name, step] of steps) {
    if (name) console.log(`\n== ${name}`);
    const failed = await step();
    if (failed !== 0) return failed;
  }
  return 0;
}

/** What a change affects; says so, because it must not be taken for the whole. */
async function touched(commit) {
  const { baseOf, changedFiles, specsFor, testsFor } = await import('./house/changed.ts');
  const { importsOf, sourceFiles } = await import('./house/imports.ts');
  const base = commit ?? baseOf(root);
  const [differing, files, imports] = [changedFiles(root, base), sourceFiles(root), importsOf(root)];
  const tests = testsFor(differing, files, imports);
  const specs = specsFor(differing, files, imports);
  const count = (ending) => files.filter((file) => ending.test(file)).length;
  console.log(`${differing.length} files differ from ${base.slice(0, 10)}. They touch:`);
  console.log(`  ${tests.length} of ${count(/\.test\.tsx?$/)} files of unit and integration tests`);
  console.log(
    `  ${specs.length} of ${count(/\.spec\.ts$/)} browser specs${specs.map((spec) => `\n    ${spec}`).join('')}`,
  );
  console.log('The others are left out: `npm test` runs them.');
  return { tests, specs };
}

async function unit() {
  if (changed?.tests.length === 0) return 0;
  const { countTests, toTryAgain } = await import('./house/unit-report.ts');
  const first = await vitest('unit', await unitFiles());
  const again = first.code === 0 ? [] : toTryAgain(first.report);
  if (again.length > 0) console.log(`\n== Once more: ${again.length} that failed`);
  const second = again.length > 0 ? await vitest('unit-again', again) : undefined;
  const { passed, failed, skipped } = countTests(first.report, second?.report);
  add(passed, failed, skipped);
  if (second?.code === 0) tellFlaky(again.map((file) => relative(root, file)).join(', '));
  const result = (second ?? first).code;
  return isWhole ? result || onBothDatabases() : result;
}

/** All if there are none. */
async function unitFiles() {
  if (!isCheck) return changed?.tests ?? [];
  const { unitTests } = await import('./house/unit-tests.ts');
  return unitTests(root);
}

async function vitest(name, files) {
  const { readReport } = await import('./house/unit-report.ts');
  const AMBER_UNIT_REPORT = join(reports, `${name}.json`);
  const args = ['run', '--reporter=dot', '--reporter=./scripts/house/unit-report.ts', ...files];
  const code = await run(...node('vitest/vitest.mjs', ...args), {
    env: { ...env, AMBER_UNIT_REPORT, ...(isWhole && { AMBER_STORE_RAN: ran }) },
  });
  return { code, report: readReport(AMBER_UNIT_REPORT) };
}

function tellFlaky(which) {
  console.log(`\nPassed at the second try alone, a fault to look for: ${which}`);
}

/** A file may use one database only if others run its store functions on the other kind. */
async function onBothDatabases() {
  const { onOneAlone, readRan } = await import('./house/both-databases.ts');
  const alone = onOneAlone(readRan(ran));
  if (alone.length === 0) return 0;
  console.error(
    'Run on one kind of database alone, in a file with `oneDatabase`; take `testDatabases` there or elsewhere:',
  );
  for (const { name, kind, file } of alone) console.error(`  ${name} on ${kind}, in ${file}`);
  return 1;
}

async function endToEnd() {
  const report = join(reports, 'e2e.json');
  const args = ['test', '--reporter=list,json', ...(changed?.specs ?? more)];
  const result = await run(...node('@playwright/test/cli.js', ...args), {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const { stats } = read(report);
  const flaky = stats?.flaky ?? 0;
  add((stats?.expected ?? 0) + flaky, stats?.unexpected, stats?.skipped);
  if (flaky > 0) tellFlaky(`${flaky} of these`);
  return result;
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}

function add(passed = 0, failed = 0, skipped = 0) {
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
}
