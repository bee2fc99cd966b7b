/**
 * Whom Amber serves as on PostgreSQL. A connection that logged in as the owner and then took the role could go back to the
 * owner with one statement; so it logs in as a user of its own, who is nothing but a member of that role. Name and password
 * come from Amber's secret and the database's name: every process of one installation finds the same.
 */
import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import { SERVING_ROLE } from './serving-role';

export interface Login {
  user: string;
  password: string;
}

/** An arbitrary number that none of our other locks uses. */
const LOGIN_LOCK = 7_236_002;
const ROUNDS = 4096;

/** @param secret at least 32 characters */
export function servingLogin(secret: string, database: string): Login {
  const derived = (what: string, bytes: number) =>
    Buffer.from(
      hkdfSync('sha256', secret, database, `amber: ${what} of the user that serves`, bytes),
    ).toString('hex');
  return { user: `${SERVING_ROLE}_${derived('name', 6)}`, password: derived('password', 24) };
}

/**
 * The statement that makes the user, or restores it; for the role that migrates, which may not be allowed to. What the owner's
 * sessions begin with, such as a search path, this user's begin with as well.
 */
export function prepareLogin({ user, password }: Login): string {
  return `DO $do$
DECLARE
  one text;
  owner oid := (SELECT oid FROM pg_roles WHERE rolname = current_user);
BEGIN
  PERFORM pg_advisory_xact_lock(${LOGIN_LOCK});
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${user}') THEN
    CREATE ROLE ${user} IN ROLE ${SERVING_ROLE};
  END IF;
  -- Of himself he may change both: he could lock out who comes next. What runs knows the same password.
  ALTER ROLE ${user} LOGIN INHERIT PASSWORD '${verifierOf(password)}';
  ALTER ROLE ${user} RESET ALL;
  EXECUTE format('ALTER ROLE ${user} IN DATABASE %I RESET ALL', current_database());
  IF NOT has_database_privilege('${user}', current_database(), 'CONNECT') THEN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${SERVING_ROLE}', current_database());
  END IF;
  -- To compile a statement takes longer than any of ours takes. The owner's word, of the role or the database, goes before this.
  IF EXISTS (SELECT FROM pg_settings WHERE name = 'jit') AND NOT EXISTS (SELECT FROM pg_db_role_setting
      WHERE setrole = 0 AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND EXISTS (SELECT FROM unnest(setconfig) given WHERE starts_with(given, 'jit='))) THEN
    EXECUTE format('ALTER ROLE ${user} IN DATABASE %I SET jit = off', current_database());
  END IF;
  FOR one IN SELECT split_part(unnest(setconfig), '=', 1) FROM pg_db_role_setting
      WHERE setrole = owner AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) LOOP
    EXECUTE format('ALTER ROLE ${user} IN DATABASE %I SET %s FROM CURRENT', current_database(), one);
  END LOOP;
  -- Not as a startup parameter, which poolers refuse: its sessions begin with the role.
  EXECUTE format('ALTER ROLE ${user} IN DATABASE %I SET role = ${SERVING_ROLE}', current_database());
END $do$`;
}

/**
 * The server's verifier of a password (RFC 5803): computed here, so that the password itself is in none of its logs.
 * The salt is the same at every start: a pooler that has let somebody in by an earlier verifier keeps logging in with
 * what it learned then.
 */
function verifierOf(password: string): string {
  const salt = createHmac('sha256', password).update('amber: salt of the verifier').digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
