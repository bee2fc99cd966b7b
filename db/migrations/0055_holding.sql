ALTER TABLE "approvals" ADD COLUMN "hold_seconds" integer;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "hold_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "policy_rules" ADD COLUMN "hold_seconds" integer;--> statement-breakpoint
CREATE INDEX "approvals_holding" ON "approvals" USING btree ("hold_until") WHERE "approvals"."status" = 'confirmed' and "approvals"."hold_until" is not null and "approvals"."claimed_at" is null;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_hold" CHECK ("hold_seconds" BETWEEN 1 AND 3600);--> statement-breakpoint
ALTER TABLE "policy_rules" ADD CONSTRAINT "policy_rules_hold" CHECK ("hold_seconds" BETWEEN 1 AND 3600);--> statement-breakpoint
-- Whatever process asks: nothing is taken to run before its time, and what was taken is not taken back any more.
CREATE FUNCTION "approvals_hold_check"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.claimed_at IS NULL AND NEW.claimed_at IS NOT NULL AND NEW.hold_until > clock_timestamp() THEN
    RAISE EXCEPTION 'What is held does not run yet.';
  END IF;
  IF OLD.claimed_at IS NOT NULL AND NEW.status = 'cancelled' AND OLD.status = 'confirmed' THEN
    RAISE EXCEPTION 'What was taken to run is not taken back.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "approvals_hold" BEFORE UPDATE ON "approvals" FOR EACH ROW WHEN (OLD.status = 'confirmed') EXECUTE FUNCTION "approvals_hold_check"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_approval"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  by_whom jsonb := jsonb_build_object('person', public.receipt_person(NEW.decided_by, NEW.team_id), 'session', NEW.decided_session);
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.approvals');
  IF TG_OP = 'INSERT' THEN
    PERFORM public.receipt_add(NEW.team_id, 'asked', public.receipt_card(NEW) || jsonb_build_object(
      'person', public.receipt_person(NEW.requested_by, NEW.team_id), 'trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'previewHash', NEW.preview_hash, 'reasonHash', public.receipt_hash(NEW.reason),
      'requirement', NEW.requirement, 'rule', NEW.rule, 'critical', NEW.critical, 'policyVersion', NEW.policy_version,
      'holdSeconds', NEW.hold_seconds, 'editors', CASE WHEN NEW.editors <> '{}' THEN to_jsonb(NEW.editors) END,
      'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    IF NEW.status = 'pending' THEN RETURN NULL; END IF;
  END IF;
  IF NEW.status = 'cancelled' THEN
    by_whom := by_whom || jsonb_build_object('reasonHash', public.receipt_hash(NEW.decision_reason));
  END IF;
  IF NEW.status = 'confirmed' AND NEW.hold_until IS NOT NULL THEN
    by_whom := by_whom || jsonb_build_object('heldUntil', to_char(NEW.hold_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  END IF;
  PERFORM public.receipt_add(NEW.team_id, CASE WHEN NEW.status <> 'superseded' THEN
      CASE WHEN TG_OP = 'UPDATE' AND NEW.status = 'cancelled' AND OLD.status = 'confirmed' THEN 'taken back' ELSE NEW.status END
    WHEN NEW.decided_by IS NOT NULL THEN 'edited' ELSE 'withdrawn' END, public.receipt_card(NEW) || by_whom);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_rule"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  rule public.policy_rules%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  -- Nobody is named in a row that goes: whoever takes a rule away says so in the transaction.
  by_whom text := nullif(current_setting('amber.person', true), '');
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.policy_rules');
  IF TG_OP <> 'DELETE' THEN by_whom := coalesce(rule.set_by, by_whom); END IF;
  PERFORM public.receipt_add(rule.team_id, 'policy changed', jsonb_build_object(
    'person', public.receipt_person(by_whom, rule.team_id),
    'change', CASE TG_OP WHEN 'DELETE' THEN 'removed' ELSE 'set' END, 'own', rule.user_id, 'server', rule.server, 'tool', rule.tool,
    'effect', rule.effect, 'locked', rule.locked, 'critical', rule.critical, 'openForHours', rule.open_for_hours,
    'holdSeconds', rule.hold_seconds,
    'policyVersion', (SELECT policy_version FROM public.teams WHERE id = rule.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "approvals_hold_check"() FROM PUBLIC;
