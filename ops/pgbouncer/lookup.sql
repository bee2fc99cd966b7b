-- What PgBouncer asks for the login with which Amber serves (`amber_app_…`), and for no other. Once, by a superuser, in Amber's
-- database; then give the role a password, the one in PgBouncer's auth_file: ALTER ROLE pgbouncer PASSWORD '…'.
CREATE ROLE pgbouncer LOGIN;
CREATE SCHEMA pgbouncer;
CREATE FUNCTION pgbouncer.lookup(wanted text, OUT usename text, OUT passwd text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  AS $$ SELECT usename::text, passwd FROM pg_shadow WHERE usename = wanted AND usename LIKE 'amber\_app\_%' $$;
REVOKE ALL ON FUNCTION pgbouncer.lookup(text) FROM PUBLIC;
GRANT USAGE ON SCHEMA pgbouncer TO pgbouncer;
GRANT EXECUTE ON FUNCTION pgbouncer.lookup(text) TO pgbouncer;
