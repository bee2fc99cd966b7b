/** Asks for step-up authentication before critical confirmations, like the routes, with test settings. */
import type { Database } from '@/db/client';
import type { DecideContext } from '@/lib/approvals/decision';
import { checkStepUp } from '@/lib/auth/factors/step-up';

export const STEP_UP_PLACE = {
  secret: 'a secret for tests only, long enough',
  appUrl: 'http://localhost:3000',
  origins: ['http://localhost:3000'],
};

export const stepUpAt =
  (db: Database): DecideContext['stepUp'] =>
  (...asked) =>
    checkStepUp(db, STEP_UP_PLACE, ...asked);
