/** Shared by the backup commands: the settings as Amber reads them, and how the commands end. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNode } from './install.mjs';

await ensureNode();
await import('./our-types.mjs');
const { readEnv } = await import('../../lib/env.ts');

/** Does not create a missing secret. */
export function settingsOf() {
  if (existsSync('.env.local')) process.loadEnvFile('.env.local');
  const settings = readEnv(process.env);
  const kept = join(settings.dataDir, 'secret');
  const secret = settings.secret ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined);
  return { ...settings, secret };
}

/**
 * @param {string} what the action that did not succeed
 * @param {(args: string[]) => Promise<string | undefined>} work returns the reason if it is refused
 */
export async function told(what, work) {
  const refusal = await work(process.argv.slice(2)).catch((error) =>
    ['Refused', 'UnusableCopy', 'EnvError'].includes(error?.name)
      ? error.message
      : // The cause has the error of a failed statement; the message above it would quote rows.
        `${what} has failed: ${error?.cause?.message ?? error?.message ?? error}`,
  );
  if (refusal !== undefined) console.error(refusal);
  process.exit(refusal === undefined ? 0 : 1);
}
