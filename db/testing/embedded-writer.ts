/**
 * A separate process that commits one team after another to the embedded database in the given folder, and prints each
 * number once it is committed. It runs until it is killed.
 */
import { registerHooks } from 'node:module';

// Plain node needs the file extension that bundlers add.
registerHooks({
  resolve(specifier, context, next) {
    const hasNone = /^\.{1,2}\/[^.]+$/.test(specifier);
    return next(hasNone ? `${specifier}.ts` : specifier, context);
  },
});
const { openDatabase } = await import('../client.ts');
const { migrate } = await import('../migrate.ts');
const { schema } = await import('../schema/all.ts');

const [dataDir = '', migrations = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir });
await migrate(db, migrations);
for (let number = 1; ; number++) {
  await db.insert(schema.teams).values({ id: `tea_${number}`, name: `Team ${number}` });
  process.stdout.write(`${number}\n`);
}
