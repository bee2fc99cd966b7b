ALTER TABLE "authorization_requests" ADD COLUMN "servers" jsonb;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "servers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "most_tools" integer;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_token"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
  kind text := CASE WHEN is_new THEN 'token made' WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL THEN 'token revoked' ELSE 'token changed' END;
  by_whom text := coalesce(nullif(current_setting('amber.person', true), ''), NEW.user_id);
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.tokens');
  PERFORM receipt_add(NEW.team_id, kind, jsonb_build_object(
    'token', NEW.id, 'for', NEW.user_id, 'nameHash', receipt_hash(NEW.name), 'scopes', NEW.scopes, 'servers', NEW.servers,
    'mostTools', NEW.most_tools,
    'person', receipt_person(CASE WHEN is_new THEN NEW.user_id WHEN kind = 'token changed' THEN by_whom ELSE NEW.revoked_by END, NEW.team_id),
    'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_token"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_token_changed" AFTER UPDATE OF "servers", "most_tools" ON "tokens" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.servers IS DISTINCT FROM NEW.servers OR OLD.most_tools IS DISTINCT FROM NEW.most_tools) EXECUTE FUNCTION "receipt_of_token"();
