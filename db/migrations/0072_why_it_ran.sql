ALTER TABLE "calls" ADD COLUMN "rule" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_call"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
  owner text;
  by_token text;
  by_client text;
  it jsonb;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.calls');
  SELECT c.user_id, r.token_id, r.client INTO owner, by_token, by_client FROM (VALUES (1)) one
    LEFT JOIN public.chats c ON c.id = NEW.chat_id
    LEFT JOIN public.runs r ON r.id = NEW.run_id AND r.token_id IS NOT NULL;
  it := jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id, 'run', NEW.run_id, 'toolCall', NEW.tool_call_id,
    'for', owner, 'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash, 'token', by_token, 'client', by_client,
    'rehearsal', CASE WHEN NEW.step = 0 AND starts_with(NEW.tool_call_id, 'check_rehearsal_') THEN true END);
  IF NEW.claimed_at IS NOT NULL AND (is_new OR OLD.claimed_at IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'claimed', it || jsonb_build_object('trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'round', NEW.round, 'grant', NEW.grant_id, 'rule', NEW.rule,
      'person', public.receipt_person(NEW.decided_by, NEW.team_id)));
  END IF;
  IF NEW.attempts > 0 AND (is_new OR NEW.attempts > OLD.attempts) THEN
    PERFORM public.receipt_add(NEW.team_id, 'dispatched', it || jsonb_build_object('attempt', NEW.attempts));
  END IF;
  IF NEW.status IN ('success', 'error', 'abort', 'unknown') AND (is_new OR NEW.status <> OLD.status) THEN
    PERFORM public.receipt_add(NEW.team_id, CASE WHEN NEW.attempts > 0 THEN 'answered' ELSE 'not sent' END,
      it || jsonb_build_object('status', NEW.status, 'resultHash', NEW.result_hash)
        || CASE WHEN NEW.status = 'success' THEN public.receipt_kept(NEW.id) ELSE '{}'::jsonb END);
  END IF;
  IF NEW.resolution IS NOT NULL AND (is_new OR OLD.resolution IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'resolved', it || jsonb_build_object('resolution', NEW.resolution,
      'person', public.receipt_person(NEW.resolved_by, NEW.team_id)));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Only its owner switches a chat's mode. One whose hour is over was not switched off by anybody.
CREATE FUNCTION "receipt_of_skipping"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_on boolean := NEW.mode = 'yolo';
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.chats');
  IF NOT is_on AND NOT coalesce(OLD.yolo_until > now(), false) THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(NEW.team_id, CASE WHEN is_on THEN 'approvals skipped' ELSE 'skipping ended' END, jsonb_build_object(
    'chat', NEW.id, 'for', NEW.user_id, 'person', public.receipt_person(NEW.user_id, NEW.team_id),
    'until', CASE WHEN is_on THEN to_char(NEW.yolo_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_skipping_made" AFTER INSERT ON "chats" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.mode = 'yolo') EXECUTE FUNCTION "receipt_of_skipping"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_skipping" AFTER UPDATE OF "mode", "yolo_until" ON "chats" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.mode = 'yolo' OR NEW.mode = 'yolo')
    AND (NEW.mode, NEW.yolo_until) IS DISTINCT FROM (OLD.mode, OLD.yolo_until))
  EXECUTE FUNCTION "receipt_of_skipping"();--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_skipping"() FROM PUBLIC;
