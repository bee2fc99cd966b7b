-- Who was in the team, and as what, when something was decided: also when the person has left since.
CREATE FUNCTION "receipt_of_member"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  member members%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  -- With the team everybody goes; nobody has left it.
  IF NOT EXISTS (SELECT FROM teams WHERE id = member.team_id) THEN RETURN NULL; END IF;
  PERFORM receipt_add(member.team_id,
    CASE TG_OP WHEN 'INSERT' THEN 'joined' WHEN 'UPDATE' THEN 'role changed' ELSE 'left' END,
    jsonb_build_object('person', jsonb_build_object('id', member.user_id, 'role', member.role),
      'was', CASE WHEN TG_OP = 'UPDATE' THEN OLD.role END));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_member" AFTER INSERT OR DELETE ON "members" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_member"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_role" AFTER UPDATE OF "role" ON "members" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.role <> OLD.role) EXECUTE FUNCTION "receipt_of_member"();--> statement-breakpoint
-- An answer that came when nobody knew any more what became of the call.
CREATE FUNCTION "receipt_of_late_answer"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM receipt_add(NEW.team_id, 'answered late', jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id,
    'run', NEW.run_id, 'toolCall', NEW.tool_call_id, 'for', (SELECT user_id FROM chats WHERE id = NEW.chat_id),
    'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash, 'resultHash', NEW.result_hash));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_late" AFTER UPDATE OF "result_hash" ON "calls" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.status = 'unknown' AND NEW.status = 'unknown' AND NEW.result_hash IS DISTINCT FROM OLD.result_hash) EXECUTE FUNCTION "receipt_of_late_answer"();
