/** Files of lib that make statements of their own although `lib/store` is the place for them. */
export const OUTSIDE_THE_STORE = {
  /** better-auth is handed the tables; whether the database answers, and migrating it, is no statement on a table, nor is pg_notify. */
  forGood: [
    'lib/auth/auth.ts',
    'lib/health.ts',
    'lib/http/auth-handler.ts',
    'lib/runs/follow/notifications.ts',
    'lib/start-up.ts',
  ],
  /** To be moved: a file that needs this no more is taken off, and none is added. */
  waiting: ['lib/execution/ledger.ts', 'lib/execution/on-its-way.ts'],
};
