-- What somebody allowed ahead ends when he could not allow it any more: for others only an admin can, for oneself no viewer.
CREATE FUNCTION "grants_end_with_rights"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE grants g SET revoked_at = now() WHERE g.granted_by = OLD.user_id AND g.team_id = OLD.team_id AND g.revoked_at IS NULL
    AND (TG_OP = 'DELETE' OR NEW.team_id <> OLD.team_id OR NEW.role = 'viewer' OR (NEW.role <> 'admin' AND g.user_id <> g.granted_by));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "grants_end_with_rights" AFTER UPDATE OR DELETE ON "members" FOR EACH ROW EXECUTE FUNCTION "grants_end_with_rights"();
