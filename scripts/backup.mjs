/**
 * `npm run backup -- FILE`: the whole database as one file, sealed with the key in AMBER_BACKUP_KEY. Amber may run
 * meanwhile. Exit code 1: there is no file, and the message says why.
 */
import { settingsOf, told } from './prepare/keeping.mjs';

const { makeBackup } = await import('../lib/backup/make.ts');

await told('The backup', async ([file]) => {
  if (!file) return 'Name the file: npm run backup -- FILE';
  const settings = settingsOf();
  const { madeAt, rows } = await makeBackup(settings, file);
  console.log(`${file} holds ${rows} rows, as they were at ${madeAt}.`);
  console.log(
    'It does not hold AMBER_SECRET: keep that apart from it, else what was sealed with it (sign-ins and keys of servers and models) will not open.',
  );
  return undefined;
});
