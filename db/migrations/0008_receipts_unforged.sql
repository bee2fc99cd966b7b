-- Own rules of people who are not in the team any more: from here on they go with the membership.
DELETE FROM "policy_rules" r WHERE r."user_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "members" m WHERE m."user_id" = r."user_id" AND m."team_id" = r."team_id");--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;--> statement-breakpoint
ALTER TABLE "policy_rules" DROP CONSTRAINT "policy_rules_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "grant_id" text;--> statement-breakpoint
ALTER TABLE "policy_rules" ADD CONSTRAINT "policy_rules_user_id_members_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."members"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The functions below write receipts with the rights of whoever migrated: each only for the table that it tells of.
CREATE FUNCTION "receipt_is_of"(fired regclass, VARIADIC tables regclass[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF fired <> ALL (tables) THEN
    RAISE EXCEPTION 'Receipts tell of their own tables only.' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_approval"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  by_whom jsonb := jsonb_build_object('person', public.receipt_person(NEW.decided_by, NEW.team_id), 'session', NEW.decided_session);
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.approvals');
  IF TG_OP = 'INSERT' THEN
    PERFORM public.receipt_add(NEW.team_id, 'asked', public.receipt_card(NEW) || jsonb_build_object(
      'person', public.receipt_person(NEW.requested_by, NEW.team_id), 'trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'previewHash', NEW.preview_hash, 'reasonHash', public.receipt_hash(NEW.reason),
      'requirement', NEW.requirement, 'rule', NEW.rule, 'critical', NEW.critical, 'policyVersion', NEW.policy_version,
      'editors', CASE WHEN NEW.editors <> '{}' THEN to_jsonb(NEW.editors) END,
      'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    IF NEW.status = 'pending' THEN RETURN NULL; END IF;
  END IF;
  IF NEW.status = 'cancelled' THEN
    by_whom := by_whom || jsonb_build_object('reasonHash', public.receipt_hash(NEW.decision_reason));
  END IF;
  PERFORM public.receipt_add(NEW.team_id, CASE WHEN NEW.status <> 'superseded' THEN NEW.status
    WHEN NEW.decided_by IS NOT NULL THEN 'edited' ELSE 'withdrawn' END, public.receipt_card(NEW) || by_whom);
  RETURN NULL;
END $$;--> statement-breakpoint
-- What a row says of a person at a card depends on its table alone, not on what a trigger was given.
CREATE OR REPLACE FUNCTION "receipt_of_person_at_card"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  card public.approvals%ROWTYPE;
  given jsonb := to_jsonb(NEW);
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.confirmations', 'public.approval_views');
  SELECT * INTO card FROM public.approvals WHERE id = NEW.approval_id;
  PERFORM public.receipt_add(card.team_id, CASE TG_RELID WHEN 'public.confirmations'::regclass THEN 'decided' ELSE 'shown' END,
    public.receipt_card(card) || jsonb_build_object(
      'person', public.receipt_person(NEW.user_id, card.team_id), 'session', given ->> 'session'));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_call"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  it jsonb := jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id, 'run', NEW.run_id, 'toolCall', NEW.tool_call_id,
    'for', (SELECT user_id FROM public.chats WHERE id = NEW.chat_id), 'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash);
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.calls');
  IF NEW.claimed_at IS NOT NULL AND (is_new OR OLD.claimed_at IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'claimed', it || jsonb_build_object('trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'round', NEW.round, 'grant', NEW.grant_id,
      'person', public.receipt_person(NEW.decided_by, NEW.team_id)));
  END IF;
  IF NEW.attempts > 0 AND (is_new OR NEW.attempts > OLD.attempts) THEN
    PERFORM public.receipt_add(NEW.team_id, 'dispatched', it || jsonb_build_object('attempt', NEW.attempts));
  END IF;
  IF NEW.status IN ('success', 'error', 'abort', 'unknown') AND (is_new OR NEW.status <> OLD.status) THEN
    PERFORM public.receipt_add(NEW.team_id, CASE WHEN NEW.attempts > 0 THEN 'answered' ELSE 'not sent' END,
      it || jsonb_build_object('status', NEW.status, 'resultHash', NEW.result_hash));
  END IF;
  IF NEW.resolution IS NOT NULL AND (is_new OR OLD.resolution IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'resolved', it || jsonb_build_object('resolution', NEW.resolution,
      'person', public.receipt_person(NEW.resolved_by, NEW.team_id)));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_rule"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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
    'policyVersion', (SELECT policy_version FROM public.teams WHERE id = rule.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_chat"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.chats');
  PERFORM public.receipt_add(NEW.team_id, 'mark cleared', jsonb_build_object('chat', NEW.id, 'for', NEW.user_id,
    'person', public.receipt_person(NEW.cleared_by, NEW.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_session"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  team text := (SELECT team_id FROM public.members WHERE user_id = NEW.user_id);
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.sessions');
  IF team IS NOT NULL THEN
    PERFORM public.receipt_add(team, 'signed in', jsonb_build_object(
      'person', public.receipt_person(NEW.user_id, team), 'session', public.receipt_hash(NEW.token)));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_grant"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
  by_whom text := CASE WHEN is_new THEN NEW.granted_by ELSE NEW.revoked_by END;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.grants');
  PERFORM public.receipt_add(NEW.team_id, CASE WHEN is_new THEN 'granted' ELSE 'grant taken back' END, jsonb_build_object(
    'grant', NEW.id, 'approval', NEW.approval_id, 'for', NEW.user_id, 'person', public.receipt_person(by_whom, NEW.team_id),
    'server', NEW.server, 'tool', NEW.tool, 'contractHash', NEW.contract_hash, 'boundsHash', public.receipt_hash(NEW.bounds::text),
    'chat', NEW.chat_id, 'times', NEW.remaining,
    'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_member"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  member public.members%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.members');
  -- With the team everybody goes; nobody has left it.
  IF NOT EXISTS (SELECT FROM public.teams WHERE id = member.team_id) THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(member.team_id,
    CASE TG_OP WHEN 'INSERT' THEN 'joined' WHEN 'UPDATE' THEN 'role changed' ELSE 'left' END,
    jsonb_build_object('person', jsonb_build_object('id', member.user_id, 'role', member.role),
      'was', CASE WHEN TG_OP = 'UPDATE' THEN OLD.role END));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_late_answer"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.calls');
  PERFORM public.receipt_add(NEW.team_id, 'answered late', jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id,
    'run', NEW.run_id, 'toolCall', NEW.tool_call_id, 'for', (SELECT user_id FROM public.chats WHERE id = NEW.chat_id),
    'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash, 'resultHash', NEW.result_hash));
  RETURN NULL;
END $$;--> statement-breakpoint
-- Whoever may run a function can hang it on a table of his own; a trigger that stands needs no such right.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT oid::regprocedure AS name FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND starts_with(proname, 'receipt') LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one.name);
    EXECUTE format('ALTER FUNCTION %s SET search_path TO pg_catalog, public, pg_temp', one.name);
  END LOOP;
END $$;
