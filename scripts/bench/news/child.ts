/** One of the two processes: it carries out the measuring process's orders, and returns the results. */
import { join } from 'node:path';
import { withModule } from '../aliased.ts';
import type { Act, Side } from './side.ts';

const [way] = process.argv.slice(2);

await withModule<typeof import('./side.ts'), void>(
  join(import.meta.dirname, 'side.ts'),
  async ({ openSide }) => {
    const side: Side = await openSide(way === 'valkey' ? process.env.BENCH_VALKEY_URL : undefined);
    const answer = (act: Act) =>
      side.act(act).then(
        (done) => process.send?.({ done }),
        (error) => process.send?.({ failed: String(error) }),
      );
    process.on('message', (act: Act) => void answer(act));
    process.send?.({ done: null });
    await new Promise<void>((resolve) => process.once('disconnect', resolve));
    await side.close();
  },
);
process.exit(0);
