/**
 * Files of lib that make statements of their own although `lib/store` is the place for them: better-auth is handed the tables;
 * whether the database answers, and migrating it, is no statement on a table, nor is pg_notify.
 */
export const OUTSIDE_THE_STORE = [
  'lib/auth/auth.ts',
  'lib/health.ts',
  'lib/http/auth-handler.ts',
  'lib/runs/follow/ways/notify.ts',
  'lib/start-up.ts',
];
