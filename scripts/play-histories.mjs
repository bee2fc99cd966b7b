/**
 * The generated histories that `lib/runs/testing/histories/shown.test.ts` compares. `node scripts/play-histories.mjs
 * kinds` prints how often each kind of event occurs in them. `node scripts/play-histories.mjs 0 39` plays batches
 * again, with the current code: only for a new fixture, since the stored one records what was shown when it was played.
 */
import { withModule } from './bench/aliased.ts';

const FOLDER = '/lib/runs/testing/histories';

if (process.argv[2] === 'kinds') {
  await withModule(`${FOLDER}/fixture.ts`, async ({ batches, readBatch }) => {
    const histories = batches().flatMap((nth) => readBatch(nth).histories);
    const counts = new Map();
    for (const kind of histories.flatMap(({ kinds }) => [...new Set(kinds)])) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const lines = [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${count}  ${kind}`);
    process.stdout.write(`${histories.length} histories\n${lines.join('\n')}\n`);
  });
} else {
  const [from, to] = process.argv.slice(2).map(Number);
  await withModule(`${FOLDER}/play.ts`, async ({ playBatch }) => {
    for (let nth = from; nth <= to; nth++) {
      const began = Date.now();
      await playBatch(nth);
      process.stdout.write(`Batch ${nth}: ${Math.round((Date.now() - began) / 1000)} s\n`);
    }
  });
  process.exit(0);
}
