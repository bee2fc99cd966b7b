/**
 * `npm run test:crash -- [KILLS] [SEED] [PART ...]`: the long form of the crash test. Exit code 1 if anything was done
 * twice or lost, or if the same run with a careless executor was not detected. Without parts: single calls with this
 * many kills, every other part with a third of them. With parts, by name: each of them with this many.
 */
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

const [kills = '100', seed = String(Date.now() % 1_000_000), ...named] = process.argv.slice(2);
for (const [name, value] of Object.entries({ KILLS: kills, SEED: seed })) {
  if (/^\d+$/.test(value) && Number(value) > 0) continue;
  console.error(
    `${name} must be a whole number above 0, not ${JSON.stringify(value)}: npm run test:crash -- 100 42`,
  );
  process.exit(1);
}
const PARTS = {
  single: { what: 'Amber' },
  trees: { what: 'Amber with sub-agents', trees: true },
  held: { what: 'Calls that are held, every other of them taken back', of: 'held' },
  plan: { what: 'Plans', of: 'plan' },
  undo: { what: 'Calls that are taken back', of: 'undo' },
};
for (const part of named) {
  if (Object.hasOwn(PARTS, part)) continue;
  console.error(`There is no part ${JSON.stringify(part)}: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
process.chdir(root);
await ensureInstalled();
await ensureNode();

const { startPostgres } = await import('../db/testing/throwaway-postgres.ts');
const { ensureBuilt } = await import('./prepare/build.mjs');
await ensureBuilt();
const postgres = await startPostgres();
process.env.TEST_DATABASE_URL = postgres.url;
let code = 1;
try {
  code = await everything();
} finally {
  await postgres.stop();
}
process.exit(code);

async function everything() {
  const { makeTemplate } = await import('../e2e/app.ts');
  const { runCrash } = await import('../e2e/crash/run-crash.ts');
  await makeTemplate();
  const tell = (line) => console.log(line);
  const reports = [];
  for (const part of named.length > 0 ? named : Object.keys(PARTS)) {
    const { what, ...options } = PARTS[part];
    const whole = named.length > 0 || part === 'single';
    const count = whole ? Number(kills) : Math.ceil(Number(kills) / 3);
    const report = await runCrash({ kills: count, seed: Number(seed), ...options, tell });
    print(what, report);
    reports.push(report);
  }
  const points = ['in flight', 'in flight, an additive write'];
  const naive = await runCrash({ kills: 4, seed: Number(seed), naive: true, points });
  print('A careless executor, which must be caught', naive);
  const isClean = reports.every(({ faults }) => faults.length === 0);
  const isCaught = naive.doubled.destroy + naive.doubled.append > 0;
  return isClean && isCaught ? 0 : 1;
}

function print(what, { kills, doubled, lostDecisions, stuck, failed, unknown, repeated, mostSends, faults }) {
  console.log(`\n${what}: ${kills} kills, seed ${seed}`);
  console.log(`  confirmed, additive calls executed twice: ${doubled.destroy}, ${doubled.append}`);
  console.log(`  decisions lost: ${lostDecisions}; stories that did not end: ${stuck}`);
  console.log(`  unknown and shown: ${unknown}; failed and shown: ${failed}`);
  console.log(`  reads and repeatable writes sent again: ${repeated}, at most ${mostSends} times each`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
}
