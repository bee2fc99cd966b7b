/**
 * `npm run test:crash -- [KILLS] [SEED]`: the long form of the crash test. Exit code 1 when anything was done twice or
 * lost, or when the same run with a careless executor was not caught.
 */
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

const [kills = '100', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
for (const [name, value] of Object.entries({ KILLS: kills, SEED: seed })) {
  if (/^\d+$/.test(value) && Number(value) > 0) continue;
  console.error(
    `${name} must be a whole number above 0, not ${JSON.stringify(value)}: npm run test:crash -- 100 42`,
  );
  process.exit(1);
}
const KEPT = {
  held: 'Calls that are held, every other of them taken back',
  plan: 'Plans',
  undo: 'Calls that are taken back',
};
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
  const report = await runCrash({ kills: Number(kills), seed: Number(seed), tell });
  print('Amber', report);
  const trees = await runCrash({
    kills: Math.ceil(Number(kills) / 3),
    seed: Number(seed),
    trees: true,
    tell,
  });
  print('Amber with sub-agents', trees);
  const kept = [];
  for (const of of ['held', 'plan', 'undo']) {
    const report = await runCrash({ kills: Math.ceil(Number(kills) / 3), seed: Number(seed), of, tell });
    print(KEPT[of], report);
    kept.push(report);
  }
  const points = ['in flight', 'in flight, an additive write'];
  const naive = await runCrash({ kills: 4, seed: Number(seed), naive: true, points });
  print('A careless executor, which must be caught', naive);
  const isClean = [report, trees, ...kept].every(({ faults }) => faults.length === 0);
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
