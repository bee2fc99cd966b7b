/** Which PostgreSQL, by which ways, how a process of several hears of the others, and how it leaves. */
import { z } from 'zod';
import { address, wholeNumber } from './values.ts';

const postgres = (example: string) =>
  address(`an address that begins with postgres://, such as ${example}`, 'postgres:', 'postgresql:');
const ZERO_OR_ONE = z.enum(['0', '1'], { error: 'it must be 0 or 1' });

/** It may name a numbered database, to which channels do not belong. */
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
  /** For what needs a session of PostgreSQL itself, where the other leads to a pooler. Absent: the other serves for all. */
  databaseDirectUrl: string | undefined;
  /** What carries news between processes. Absent: NOTIFY does. */
  valkeyUrl: string | undefined;
  /** Whether connections keep their statements prepared. */
  prepare: boolean;
  /** Amber may serve as the owner of the database where the role that serves is refused, as by a pooler. */
  serveAsOwner: boolean;
  /** How long it goes on serving after it was told to end and says at `/api/health` that it is going. */
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

/** What of these cannot be together. */
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
