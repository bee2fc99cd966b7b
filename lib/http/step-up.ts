import 'server-only';
/** How routes ask a person to confirm who they are, with this process's settings. */
import type { Database } from '@/db/client';
import { checkStepUp } from '@/lib/auth/factors/step-up';
import { env } from '@/lib/env';

type Asked = Parameters<typeof checkStepUp> extends [unknown, unknown, ...infer Rest] ? Rest : never;

export const stepUpFor =
  (db: Database) =>
  (...asked: Asked): Promise<void> =>
    checkStepUp(db, env(), ...asked);
