/**
 * `npm run verify-receipts -- FILE [KEY]`: verifies an export of `/activity` without the database. Exit code 0: every
 * receipt is there, as it was written, and the signature is valid; 1: not so, with the first row that was tampered
 * with, or the file is not an export. KEY is the team's public key as shown on the page of the record: without it a
 * file could be signed by anybody.
 */
import { readFileSync } from 'node:fs';
import { ensureNode } from './prepare/install.mjs';

await ensureNode();
const { verifyExport } = await import('../lib/receipts/verify-receipts.ts');
const { sayVerdict } = await import('../lib/receipts/say-verdict.ts');

const [file, key] = process.argv.slice(2);
if (!file) leave(1, 'Name the file: npm run verify-receipts -- FILE [KEY]');
const verdict = verifyExport(textOf(file));
if (!verdict)
  leave(
    1,
    `${file} is no export of receipts: it has neither rows nor a last line of one. The page of the record gives one as "Record with proofs".`,
  );
const { isWhole, words } = sayVerdict(verdict, key);
leave(isWhole ? 0 : 1, words);

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    leave(1, `${path} cannot be read: ${error.message}`);
  }
}

function leave(code, words) {
  console.log(words);
  process.exit(code);
}
