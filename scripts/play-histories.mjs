/**
 * Writes the generated histories again, as the code of now plays and shows them: `node scripts/play-histories.mjs [from] [to]`,
 * in batches from 0 to 39. Only for a new fixture: the one that is kept says what the code showed when it was played.
 */
import { withModule } from './bench/aliased.ts';

const [from = 0, to = 39] = process.argv.slice(2).map(Number);
await withModule('/lib/runs/testing/histories/play.ts', async ({ playBatch }) => {
  for (let nth = from; nth <= to; nth++) {
    const began = Date.now();
    await playBatch(nth);
    process.stdout.write(`Batch ${nth}: ${Math.round((Date.now() - began) / 1000)} s\n`);
  }
});
process.exit(0);
