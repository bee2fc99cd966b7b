/** With what backups are sealed, and the secret that was before the present one. */
import type { z } from 'zod';
import { longEnough, text } from './values.ts';

/** Nobody should guess it: what is backed up is all that there is. */
const MIN_PASSPHRASE = 16;
const isKey = (value: string) => value.length >= MIN_PASSPHRASE;

export const KEEPING = {
  AMBER_SECRET_BEFORE: longEnough.optional(),
  AMBER_BACKUP_KEY: text
    .refine(isKey, {
      error: `it must be a passphrase of at least ${MIN_PASSPHRASE} characters, or a key of age (age1..., AGE-SECRET-KEY-1...)`,
    })
    .optional(),
  AMBER_BACKUP_KEY_FILE: text.optional(),
};

export interface KeepingSettings {
  /** Opens what was sealed and signed before the secret was changed; absent: nothing else is opened. */
  secretBefore: string | undefined;
  backupKey: string | undefined;
  backupKeyFile: string | undefined;
}

type Values = z.infer<z.ZodObject<typeof KEEPING>>;

export function keepingOf(values: Values): KeepingSettings {
  return {
    secretBefore: values.AMBER_SECRET_BEFORE,
    backupKey: values.AMBER_BACKUP_KEY,
    backupKeyFile: values.AMBER_BACKUP_KEY_FILE,
  };
}
