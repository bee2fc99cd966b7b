/**
 * The role with which Amber serves: it reads and writes what people work with, and can neither change nor delete a receipt,
 * nor the schema. The role that migrates owns the tables; afterwards all connections take this role.
 */
export const SERVING_ROLE = 'amber_app';

/** Tables that the role may only read. */
const READ_ONLY = `'receipts', 'receipt_heads', 'receipt_links', 'receipt_tail', 'migrations'`;

/** Tables and sequences that the role may not even read. */
const HIDDEN = `'receipt_key', 'receipts_id_seq'`;

/**
 * Makes the role where it is missing, and gives it what it lacks; at every start, not in a migration, since roles are the
 * server's: a database that was moved to another one finds none there. Where the user may not make roles, nothing happens.
 * In the database, and in its schema, nobody but the owner makes tables any more, not even such that last for a session.
 * Names that others have just made in other databases of the server are as good as ours.
 */
export const PREPARE_SERVING_ROLE = `DO $do$
DECLARE
  one record;
  may_become text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVING_ROLE}') THEN
    BEGIN
      CREATE ROLE ${SERVING_ROLE} NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT pg_has_role(current_user, '${SERVING_ROLE}', may_become) THEN
    EXECUTE format('GRANT ${SERVING_ROLE} TO %I', current_user);
  END IF;
  IF NOT has_schema_privilege('${SERVING_ROLE}', 'public', 'USAGE') THEN GRANT USAGE ON SCHEMA public TO ${SERVING_ROLE}; END IF;
  FOR one IN SELECT oid, relkind, relname IN (${READ_ONLY}) AS kept, oid::regclass AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') AND relname NOT IN (${HIDDEN}) LOOP
    IF one.relkind = 'S' THEN
      IF NOT has_sequence_privilege('${SERVING_ROLE}', one.oid, 'USAGE') THEN
        EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %s TO ${SERVING_ROLE}', one.name);
      END IF;
    ELSIF one.kept AND NOT has_table_privilege('${SERVING_ROLE}', one.oid, 'SELECT') THEN
      EXECUTE format('GRANT SELECT ON %s TO ${SERVING_ROLE}', one.name);
    ELSIF NOT one.kept AND NOT has_table_privilege('${SERVING_ROLE}', one.oid, 'DELETE') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO ${SERVING_ROLE}', one.name);
    END IF;
  END LOOP;
  IF NOT has_function_privilege('${SERVING_ROLE}', to_regprocedure('public.receipts_link(text)'), 'EXECUTE') THEN
    GRANT EXECUTE ON FUNCTION public.receipts_link(text) TO ${SERVING_ROLE};
  END IF;
  -- A table of its own, also one that lasts for a session only, would be where it could hang a trigger that is not its own.
  IF has_database_privilege('${SERVING_ROLE}', current_database(), 'TEMPORARY') THEN
    BEGIN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, ${SERVING_ROLE}', current_database());
    EXCEPTION WHEN insufficient_privilege THEN NULL;
    END;
  END IF;
  IF has_schema_privilege('${SERVING_ROLE}', 'public', 'CREATE') THEN
    BEGIN
      REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${SERVING_ROLE};
    EXCEPTION WHEN insufficient_privilege THEN NULL;
    END;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $do$`;
