/** What the commands on backups have in common: the settings as Amber has them, and how they end. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNode } from './install.mjs';

await ensureNode();
await import('./our-types.mjs');
const { readEnv } = await import('../../lib/env.ts');

/** Makes no secret where there is none. */
export function settingsOf() {
  if (existsSync('.env.local')) process.loadEnvFile('.env.local');
  const settings = readEnv(process.env);
  const kept = join(settings.dataDir, 'secret');
  const secret = settings.secret ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined);
  return { ...settings, secret };
}

/**
 * @param {string} what it is that did not come about
 * @param {(args: string[]) => Promise<string | undefined>} work gives the words with which it is refused
 */
export async function told(what, work) {
  const refusal = await work(process.argv.slice(2)).catch((error) =>
    ['Refused', 'UnusableCopy', 'EnvError'].includes(error?.name)
      ? error.message
      : // What failed of a statement stands in the cause; the message above it would quote rows.
        `${what} has failed: ${error?.cause?.message ?? error?.message ?? error}`,
  );
  if (refusal !== undefined) console.error(refusal);
  process.exit(refusal === undefined ? 0 : 1);
}
