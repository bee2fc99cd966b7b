/**
 * `npm run restore -- FILE [LIST]`: restores a backup into an empty database, the one that the settings name. The whole
 * file is checked first. LIST: ids of people who were erased since, one a line, as exported by the page on keeping.
 * Exit code 1: nothing was written, and the message says why.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsOf, told } from './prepare/keeping.mjs';
import { root } from './prepare/run.mjs';

const { openDatabase } = await import('../db/client.ts');
const { backupKey, readSealed } = await import('../lib/backup/sealed-file.ts');
const { restoreBackup } = await import('../lib/backup/restore.ts');

await told('The restore', async ([file, list]) => {
  if (!file) return 'Name the file: npm run restore -- FILE [LIST]';
  const erased = list === undefined ? [] : idsIn(list);
  if (!erased) return `${list} is no list of people who were erased: one id a line.`;
  const { databaseUrl, databaseDirectUrl, dataDir, secret, keeping } = settingsOf();
  const url = databaseDirectUrl ?? databaseUrl;
  const key = backupKey(keeping);
  const opened = await openDatabase({ ...(url && { url }), dataDir, poolSize: 1 });
  try {
    const secrets = [secret, keeping.secretBefore].filter((one) => one !== undefined);
    const read = () => readSealed(file, key);
    const folder = join(root, 'db/migrations');
    const restored = await restoreBackup(opened, read, folder, secrets, erased, (step) => tell(file, step));
    const other =
      secret === undefined
        ? `There is no secret in ${dataDir}: the next start makes one,`
        : 'The secret here is';
    say(file, restored, `${other} another one than that of the backup.`);
    return undefined;
  } finally {
    await opened.close();
  }
});

/** Null: it contains something else. */
function idsIn(list) {
  const lines = readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const ids = lines.map((line) => line.trim());
  return ids.every((id) => /^[A-Za-z0-9_-]{1,128}$/.test(id)) ? ids : null;
}

/** It may take long, so each step is reported. */
function tell(file, step) {
  const words = {
    checking: () => `Checking ${file}, from its first line to its last ...`,
    writing: ({ rows, madeAt }) => `It is whole, made at ${madeAt}. Writing ${rows} rows ...`,
    written: ({ rows, of }) => `  ${rows} of ${of}`,
    record: () => 'Checking the record, link by link ...',
    settling: () => 'Ending what was under way at that time ...',
  };
  console.log(words[step.at](step));
}

function say(file, { head, rows, receipts, settled, opens, shut, erased }, otherSecret) {
  console.log(`${file} is restored: ${rows} rows, as they were at ${head.madeAt}.`);
  console.log(`The record is whole: ${receipts} receipts, each in its chain and as it was written.`);
  const { calls, runs, messages, mails, sessions } = settled;
  console.log(
    `Under way at that time: ${calls} calls are unknown now, ${runs} answers have ended, ${messages} waiting messages and ${mails} mails were let go, ${sessions} sessions are signed out. None of it runs again.`,
  );
  if (erased > 0)
    console.log(
      `${erased} people of the list are in it: they cannot sign in, and are erased as soon as Amber runs.`,
    );
  if (opens) return;
  const lost = Object.entries(shut).map(([name, count]) => `${count} ${name}`);
  const closed = lost.length > 0 ? `, and these will not open: ${lost.join(', ')}` : '';
  console.log(
    `${otherSecret} Exports of the record are signed by another key from now on${closed}. To keep both, restore with the secret that Amber had.`,
  );
}
