CREATE TABLE "approval_views" (
	"approval_id" text NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_views_approval_id_user_id_pk" PRIMARY KEY("approval_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "receipt_heads" (
	"team_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"team_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "receipts_team_id_seq_pk" PRIMARY KEY("team_id","seq")
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "decided_session" text;--> statement-breakpoint
ALTER TABLE "confirmations" ADD COLUMN "session" text;--> statement-breakpoint
ALTER TABLE "approval_views" ADD CONSTRAINT "approval_views_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_views" ADD CONSTRAINT "approval_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "receipts_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Receipts are only ever added.' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "receipts_stay" BEFORE UPDATE OR DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION "receipts_stay"();--> statement-breakpoint
CREATE TRIGGER "receipts_stay_all" BEFORE TRUNCATE ON "receipts" EXECUTE FUNCTION "receipts_stay"();--> statement-breakpoint
CREATE TRIGGER "receipt_heads_stay" BEFORE DELETE ON "receipt_heads" FOR EACH ROW EXECUTE FUNCTION "receipts_stay"();--> statement-breakpoint
CREATE TRIGGER "receipt_heads_stay_all" BEFORE TRUNCATE ON "receipt_heads" EXECUTE FUNCTION "receipts_stay"();--> statement-breakpoint
-- A head moves on by one receipt, the one that it names.
CREATE FUNCTION "receipt_heads_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.seq = 0 AND NEW.hash = repeat('0', 64) THEN RETURN NEW; END IF;
  ELSIF NEW.team_id = OLD.team_id AND NEW.seq = OLD.seq + 1 AND EXISTS (SELECT FROM public.receipts r
      WHERE r.team_id = NEW.team_id AND r.seq = NEW.seq AND r.prev_hash = OLD.hash AND r.hash = NEW.hash) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Receipts are only ever added.' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "receipt_heads_follow" BEFORE INSERT OR UPDATE ON "receipt_heads" FOR EACH ROW EXECUTE FUNCTION "receipt_heads_follow"();--> statement-breakpoint
-- Runs with the rights of the triggers below, which are those of whoever migrated; nobody else may call it.
CREATE FUNCTION "receipt_add"(team text, kind text, body jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  head receipt_heads%ROWTYPE;
  kept text := jsonb_strip_nulls(body)::text;
  moment timestamp(3) with time zone;
  content text;
  chained text;
BEGIN
  SELECT * INTO head FROM receipt_heads h WHERE h.team_id = team FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO receipt_heads VALUES (team, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM receipt_heads h WHERE h.team_id = team FOR UPDATE;
  END IF;
  moment := clock_timestamp();
  content := encode(sha256(convert_to(
    to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n' || kind || E'\n' || kept, 'UTF8')), 'hex');
  chained := encode(sha256(convert_to(head.hash || E'\n' || (head.seq + 1) || E'\n' || content, 'UTF8')), 'hex');
  INSERT INTO receipts VALUES (team, head.seq + 1, moment, kind, kept, head.hash, chained);
  UPDATE receipt_heads h SET seq = head.seq + 1, hash = chained WHERE h.team_id = team;
END $$;--> statement-breakpoint
CREATE FUNCTION "receipt_person"(person text, team text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF person IS NULL THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('id', person,
    'role', (SELECT role FROM public.members m WHERE m.user_id = person AND m.team_id = team));
END $$;--> statement-breakpoint
-- What every receipt of a card says of it. Words that a person may have deleted later stand there as hashes only.
CREATE FUNCTION "receipt_card"(card approvals) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN jsonb_build_object('approval', card.id, 'chat', card.chat_id, 'run', card.run_id, 'for', card.requested_by,
    'toolCall', card.tool_call_id, 'server', card.server, 'tool', card.tool, 'inputHash', card.input_hash);
END $$;--> statement-breakpoint
CREATE FUNCTION "receipt_hash"(words text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(words, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION "receipt_of_approval"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  by_whom jsonb := jsonb_build_object('person', receipt_person(NEW.decided_by, NEW.team_id), 'session', NEW.decided_session);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM receipt_add(NEW.team_id, 'asked', receipt_card(NEW) || jsonb_build_object(
      'person', receipt_person(NEW.requested_by, NEW.team_id), 'trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'previewHash', NEW.preview_hash, 'reasonHash', receipt_hash(NEW.reason),
      'requirement', NEW.requirement, 'rule', NEW.rule, 'critical', NEW.critical, 'policyVersion', NEW.policy_version,
      'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    IF NEW.status = 'pending' THEN RETURN NULL; END IF;
  END IF;
  IF NEW.status = 'cancelled' THEN by_whom := by_whom || jsonb_build_object('reasonHash', receipt_hash(NEW.decision_reason)); END IF;
  PERFORM receipt_add(NEW.team_id, CASE NEW.status WHEN 'superseded' THEN 'withdrawn' ELSE NEW.status END, receipt_card(NEW) || by_whom);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_asked" AFTER INSERT ON "approvals" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'ask') EXECUTE FUNCTION "receipt_of_approval"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_decided" AFTER UPDATE OF "status" ON "approvals" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'ask' AND NEW.status <> OLD.status) EXECUTE FUNCTION "receipt_of_approval"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_person_at_card"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  card approvals%ROWTYPE;
  given jsonb := to_jsonb(NEW);
BEGIN
  SELECT * INTO card FROM approvals WHERE id = NEW.approval_id;
  PERFORM receipt_add(card.team_id, TG_ARGV[0], receipt_card(card) || jsonb_build_object(
    'person', receipt_person(NEW.user_id, card.team_id), 'session', given ->> 'session'));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_given" AFTER INSERT ON "confirmations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_person_at_card"('decided');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_shown" AFTER INSERT ON "approval_views" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_person_at_card"('shown');--> statement-breakpoint
CREATE FUNCTION "receipt_of_call"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  it jsonb := jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id, 'run', NEW.run_id, 'toolCall', NEW.tool_call_id,
    'for', (SELECT user_id FROM chats WHERE id = NEW.chat_id), 'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash);
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.claimed_at IS NOT NULL AND (is_new OR OLD.claimed_at IS NULL) THEN
    PERFORM receipt_add(NEW.team_id, 'claimed', it || jsonb_build_object('trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'round', NEW.round,
      'person', receipt_person(NEW.decided_by, NEW.team_id)));
  END IF;
  IF NEW.attempts > 0 AND (is_new OR NEW.attempts > OLD.attempts) THEN
    PERFORM receipt_add(NEW.team_id, 'dispatched', it || jsonb_build_object('attempt', NEW.attempts));
  END IF;
  IF NEW.status IN ('success', 'error', 'abort', 'unknown') AND (is_new OR NEW.status <> OLD.status) THEN
    PERFORM receipt_add(NEW.team_id, CASE WHEN NEW.attempts > 0 THEN 'answered' ELSE 'not sent' END,
      it || jsonb_build_object('status', NEW.status, 'resultHash', NEW.result_hash));
  END IF;
  IF NEW.resolution IS NOT NULL AND (is_new OR OLD.resolution IS NULL) THEN
    PERFORM receipt_add(NEW.team_id, 'resolved', it || jsonb_build_object('resolution', NEW.resolution,
      'person', receipt_person(NEW.resolved_by, NEW.team_id)));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_made" AFTER INSERT ON "calls" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status NOT IN ('pending', 'approved')) EXECUTE FUNCTION "receipt_of_call"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_moved" AFTER UPDATE ON "calls" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.attempts > OLD.attempts OR NEW.resolution IS DISTINCT FROM OLD.resolution
  OR (NEW.status <> OLD.status AND NEW.status IN ('claimed', 'dispatched', 'success', 'error', 'abort', 'unknown'))) EXECUTE FUNCTION "receipt_of_call"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_rule"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule policy_rules%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  -- Nobody is named in a row that goes: whoever takes a rule away says so in the transaction.
  by_whom text := nullif(current_setting('amber.person', true), '');
BEGIN
  IF TG_OP <> 'DELETE' THEN by_whom := coalesce(rule.set_by, by_whom); END IF;
  PERFORM receipt_add(rule.team_id, 'policy changed', jsonb_build_object('person', receipt_person(by_whom, rule.team_id),
    'change', CASE TG_OP WHEN 'DELETE' THEN 'removed' ELSE 'set' END, 'own', rule.user_id, 'server', rule.server, 'tool', rule.tool,
    'effect', rule.effect, 'locked', rule.locked, 'critical', rule.critical, 'openForHours', rule.open_for_hours,
    'policyVersion', (SELECT policy_version FROM teams WHERE id = rule.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_rule" AFTER INSERT OR UPDATE OR DELETE ON "policy_rules" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_rule"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_chat"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM receipt_add(NEW.team_id, 'mark cleared', jsonb_build_object('chat', NEW.id, 'for', NEW.user_id,
    'person', receipt_person(NEW.cleared_by, NEW.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_cleared" AFTER UPDATE OF "cleared_at" ON "chats" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.cleared_at IS DISTINCT FROM OLD.cleared_at) EXECUTE FUNCTION "receipt_of_chat"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_session"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  team text := (SELECT team_id FROM members WHERE user_id = NEW.user_id);
BEGIN
  IF team IS NOT NULL THEN
    PERFORM receipt_add(team, 'signed in', jsonb_build_object('person', receipt_person(NEW.user_id, team), 'session', receipt_hash(NEW.token)));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_signed_in" AFTER INSERT ON "sessions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_session"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_grant"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
  by_whom text := CASE WHEN is_new THEN NEW.granted_by ELSE NEW.revoked_by END;
BEGIN
  PERFORM receipt_add(NEW.team_id, CASE WHEN is_new THEN 'granted' ELSE 'grant taken back' END, jsonb_build_object(
    'grant', NEW.id, 'approval', NEW.approval_id, 'for', NEW.user_id, 'person', receipt_person(by_whom, NEW.team_id),
    'server', NEW.server, 'tool', NEW.tool, 'contractHash', NEW.contract_hash, 'boundsHash', receipt_hash(NEW.bounds::text),
    'chat', NEW.chat_id, 'times', NEW.remaining,
    'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_granted" AFTER INSERT ON "grants" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_grant"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_revoked" AFTER UPDATE OF "revoked_at" ON "grants" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION "receipt_of_grant"();--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_add"(text, text, jsonb) FROM PUBLIC;
