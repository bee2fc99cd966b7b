ALTER TABLE "approvals" ADD COLUMN "editors" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Nothing that whoever serves may make stands before the tables that these look at.
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
  IF standing.role IS NULL OR standing.role = 'viewer' OR (standing.role <> 'admin' AND NEW.user_id <> asked.requested_by) THEN
    RAISE EXCEPTION 'This person may not confirm it.';
  END IF;
  IF asked.requirement <> 'ask'
      AND (standing.role <> 'admin' OR NEW.user_id = asked.requested_by OR NEW.user_id = ANY (asked.editors)) THEN
    RAISE EXCEPTION 'Another admin than those who asked or changed it must confirm it.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Of those who confirmed only they count who still could when the last one does.
CREATE OR REPLACE FUNCTION "approvals_check"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  given integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.requirement <> OLD.requirement OR NEW.requested_by <> OLD.requested_by OR NEW.kind <> OLD.kind
        OR NEW.editors <> OLD.editors OR (OLD.critical AND NOT NEW.critical) THEN
      RAISE EXCEPTION 'Whom an approval asks, and for whom, never changes.';
    END IF;
    IF OLD.status = 'confirmed' OR NEW.status <> 'confirmed' THEN RETURN NEW; END IF;
  END IF;
  SELECT count(*) INTO given FROM confirmations c JOIN members m ON m.user_id = c.user_id AND m.team_id = NEW.team_id
    WHERE c.approval_id = NEW.id AND (m.role = 'admin' OR (NEW.requirement = 'ask' AND m.role = 'member'));
  IF given < (CASE NEW.requirement WHEN 'two_admins' THEN 2 ELSE 1 END) THEN
    RAISE EXCEPTION 'This approval has not been confirmed by enough people.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "approvals_released_check"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'Only what was merely held back is released.';
END $$;--> statement-breakpoint
DROP TRIGGER "approvals_requirement" ON "approvals";--> statement-breakpoint
CREATE TRIGGER "approvals_requirement" BEFORE UPDATE OF "requirement", "requested_by", "kind", "editors", "critical" ON "approvals"
  FOR EACH ROW EXECUTE FUNCTION "approvals_check"();--> statement-breakpoint
CREATE TRIGGER "approvals_released" BEFORE INSERT OR UPDATE ON "approvals" FOR EACH ROW
  WHEN (NEW.status = 'released' AND NEW.kind <> 'held') EXECUTE FUNCTION "approvals_released_check"();--> statement-breakpoint
-- Whoever changes the arguments stands in the record, as the one who took the card before away, and beside the new one.
CREATE OR REPLACE FUNCTION "receipt_of_approval"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  by_whom jsonb := jsonb_build_object('person', receipt_person(NEW.decided_by, NEW.team_id), 'session', NEW.decided_session);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM receipt_add(NEW.team_id, 'asked', receipt_card(NEW) || jsonb_build_object(
      'person', receipt_person(NEW.requested_by, NEW.team_id), 'trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'previewHash', NEW.preview_hash, 'reasonHash', receipt_hash(NEW.reason),
      'requirement', NEW.requirement, 'rule', NEW.rule, 'critical', NEW.critical, 'policyVersion', NEW.policy_version,
      'editors', CASE WHEN NEW.editors <> '{}' THEN to_jsonb(NEW.editors) END,
      'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    IF NEW.status = 'pending' THEN RETURN NULL; END IF;
  END IF;
  IF NEW.status = 'cancelled' THEN by_whom := by_whom || jsonb_build_object('reasonHash', receipt_hash(NEW.decision_reason)); END IF;
  PERFORM receipt_add(NEW.team_id, CASE WHEN NEW.status <> 'superseded' THEN NEW.status
    WHEN NEW.decided_by IS NOT NULL THEN 'edited' ELSE 'withdrawn' END, receipt_card(NEW) || by_whom);
  RETURN NULL;
END $$;
