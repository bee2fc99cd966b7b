-- Only members and admins confirm, whatever other roles there are.
CREATE OR REPLACE FUNCTION "confirmations_check"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  asked approvals%ROWTYPE;
  standing members%ROWTYPE;
BEGIN
  IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'A confirmation stays as it was given.'; END IF;
  SELECT * INTO asked FROM approvals WHERE id = NEW.approval_id;
  SELECT * INTO standing FROM members WHERE user_id = NEW.user_id AND team_id = asked.team_id;
  IF asked.status IS DISTINCT FROM 'pending' OR asked.kind <> 'ask' THEN
    RAISE EXCEPTION 'Only what waits can be confirmed.';
  END IF;
  IF standing.role IS NULL OR standing.role NOT IN ('member', 'admin') OR (standing.role <> 'admin' AND NEW.user_id <> asked.requested_by) THEN
    RAISE EXCEPTION 'This person may not confirm it.';
  END IF;
  IF asked.requirement <> 'ask'
      AND (standing.role <> 'admin' OR NEW.user_id = asked.requested_by OR NEW.user_id = ANY (asked.editors)) THEN
    RAISE EXCEPTION 'Another admin than those who asked or changed it must confirm it.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- And what they allowed ahead ends with any other role.
CREATE OR REPLACE FUNCTION "grants_end_with_rights"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE grants g SET revoked_at = now() WHERE g.granted_by = OLD.user_id AND g.team_id = OLD.team_id AND g.revoked_at IS NULL
    AND (TG_OP = 'DELETE' OR NEW.team_id <> OLD.team_id OR NEW.role NOT IN ('member', 'admin') OR (NEW.role <> 'admin' AND g.user_id <> g.granted_by));
  RETURN NULL;
END $$;
