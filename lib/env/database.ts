/** Which PostgreSQL, how it is reached, how several processes notify each other, and how a process shuts down. */
import { z } from 'zod';
import { address, wholeNumber } from './values.ts';

const postgres = (example: string) =>
  address(`an address that begins with postgres://, such as ${example}`, 'postgres:', 'postgresql:');
const ZERO_OR_ONE = z.enum(['0', '1'], { error: 'it must be 0 or 1' });

/** It must not select a numbered database, since channels do not belong to one. */
function namesHost(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    url.host !== '' &&
    /^\/?\d{0,3}$/.test(url.pathname) &&
    url.search === '' &&
    url.hash === ''
  );
}

export const DATABASE = {
  DATABASE_URL: postgres('postgres://user:password@host:5432/amber').optional(),
  DATABASE_DIRECT_URL: postgres('postgres://user:password@host:5432/amber').optional(),
  VALKEY_URL: address(
    'an address that begins with redis://, rediss://, valkey:// or valkeys://, such as rediss://user:password@host:6379',
    ...['redis:', 'rediss:', 'valkey:', 'valkeys:'],
  )
    .refine(namesHost, { error: 'it must name a host, and after it at most a port and a number' })
    .optional(),
  AMBER_PREPARE: ZERO_OR_ONE.optional(),
  AMBER_SERVE_AS_OWNER: ZERO_OR_ONE.optional(),
  AMBER_DRAIN_SECONDS: wholeNumber(/^[0-9]{1,3}$/, 'from 0 to 300')
    .refine((seconds) => seconds <= 300, { error: 'it must be a whole number from 0 to 300' })
    .default(0),
};

export interface DatabaseSettings {
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /**
   * For whatever needs a real PostgreSQL session, if the other address leads to a pooler. Absent: the other is used for
   * everything.
   */
  databaseDirectUrl: string | undefined;
  /** Carries messages between processes. Absent: NOTIFY. */
  valkeyUrl: string | undefined;
  /** Whether connections use prepared statements. */
  prepare: boolean;
  /** Amber may connect as the owner of the database if its less privileged role is refused, as by a pooler. */
  serveAsOwner: boolean;
  /** How long it continues to serve after it was told to end and `/api/health` says so. */
  drainSeconds: number;
}

const SHAPE = z.object(DATABASE);
type Values = z.infer<typeof SHAPE>;

export function databaseOf(values: Values): DatabaseSettings {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    valkeyUrl: values.VALKEY_URL,
    prepare: values.AMBER_PREPARE !== '0',
    serveAsOwner: values.AMBER_SERVE_AS_OWNER === '1',
    drainSeconds: values.AMBER_DRAIN_SECONDS,
  };
}

/** Combinations of these that are not possible. */
export function databaseProblems(given: Record<string, string>): string[] {
  if (given.DATABASE_URL) return [];
  return [
    ...(given.DATABASE_DIRECT_URL
      ? ['DATABASE_DIRECT_URL is set without DATABASE_URL: it is the second way to the same PostgreSQL.']
      : []),
    ...(given.VALKEY_URL
      ? [
          'VALKEY_URL is set without DATABASE_URL: it carries news between processes, and the embedded database has one.',
        ]
      : []),
  ];
}
