/** Retention times, the key of backups, and the previous secret. */
import type { z } from 'zod';
import { longEnough, text, wholeNumber } from './values.ts';

/** Must not be guessable: a backup contains everything. */
const MIN_PASSPHRASE = 16;
const isKey = (value: string) => value.length >= MIN_PASSPHRASE;

const days = wholeNumber(/^[1-9][0-9]{0,4}$/, 'of days, at least 1').optional();

export const KEEPING = {
  AMBER_KEEP_CHATS_DAYS: days,
  AMBER_KEEP_CONTENTS_DAYS: days,
  AMBER_KEEP_MAIL_DAYS: days,
  AMBER_KEEP_AT_LEAST_DAYS: days,
  AMBER_SECRET_BEFORE: longEnough.optional(),
  AMBER_BACKUP_KEY: text
    .refine(isKey, {
      error: `it must be a passphrase of at least ${MIN_PASSPHRASE} characters, or a key of age (age1..., AGE-SECRET-KEY-1...)`,
    })
    .optional(),
  AMBER_BACKUP_KEY_FILE: text.optional(),
};

export interface KeepingSettings {
  /** How long unused chats and the results of other clients' calls are kept; absent: until somebody deletes them. */
  chatsDays: number | undefined;
  /** Arguments and results of calls. */
  contentsDays: number | undefined;
  /** Sent mail and notices. */
  mailDays: number | undefined;
  /** The minimum for any team. */
  leastDays: number;
  /** Opens what was sealed and signed before the secret was changed; absent: nothing else is opened. */
  secretBefore: string | undefined;
  backupKey: string | undefined;
  backupKeyFile: string | undefined;
}

type Values = z.infer<z.ZodObject<typeof KEEPING>>;

export function keepingOf(values: Values): KeepingSettings {
  return {
    chatsDays: values.AMBER_KEEP_CHATS_DAYS,
    contentsDays: values.AMBER_KEEP_CONTENTS_DAYS,
    mailDays: values.AMBER_KEEP_MAIL_DAYS,
    leastDays: values.AMBER_KEEP_AT_LEAST_DAYS ?? 1,
    secretBefore: values.AMBER_SECRET_BEFORE,
    backupKey: values.AMBER_BACKUP_KEY,
    backupKeyFile: values.AMBER_BACKUP_KEY_FILE,
  };
}
