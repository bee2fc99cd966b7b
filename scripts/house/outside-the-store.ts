/**
 * Files of lib with statements of their own, although `lib/store` is the place for them: better-auth is passed the
 * tables; the health check, migrations and pg_notify are not statements on a table.
 */
export const OUTSIDE_THE_STORE = [
  'lib/auth/auth.ts',
  'lib/health.ts',
  'lib/http/auth-handler.ts',
  'lib/runs/follow/ways/notify.ts',
  'lib/start-up.ts',
];
