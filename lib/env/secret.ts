/** The secret that is made at the first start, where none is set. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvError } from './env-error.ts';
import { MIN_SECRET } from './values.ts';

/** The secret in the data folder, created if missing; only its owner may read it. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  let secret: string;
  try {
    mkdirSync(dataDir, { recursive: true });
    const made = `${randomBytes(32).toString('base64url')}\n`;
    if (!existsSync(file)) writeFileSync(file, made, { mode: 0o600 });
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const why = (error as Error).message;
    throw new EnvError([`AMBER_DATA_DIR is "${dataDir}": the secret cannot be kept there (${why}).`]);
  }
  if (secret.length >= MIN_SECRET) return secret;
  throw new EnvError([`The secret in ${file} is too short: delete the file to have a new one made.`]);
}
