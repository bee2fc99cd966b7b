ALTER TABLE "elicitations" ADD COLUMN "url" text;--> statement-breakpoint
-- The record holds a hash of the address as well.
CREATE OR REPLACE FUNCTION "receipt_of_elicitation"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := jsonb_build_object('elicitation', NEW.id, 'call', NEW.call_id, 'chat', NEW.chat_id, 'run', NEW.run_id,
    'toolCall', NEW.tool_call_id, 'for', (SELECT user_id FROM chats WHERE id = NEW.chat_id),
    'server', NEW.server, 'tool', NEW.tool, 'trusted', NEW.trusted,
    'questionHash', receipt_hash(NEW.message || E'\n' || coalesce(NEW.schema::text, '') || coalesce(E'\n' || NEW.url, '')));
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.elicitations');
  IF TG_OP = 'INSERT' THEN
    PERFORM receipt_add(NEW.team_id, CASE WHEN NEW.refusal IS NULL THEN 'form asked' ELSE 'form refused' END,
      it || jsonb_build_object('refusal', NEW.refusal, 'aboutHash', receipt_hash(NEW.about),
        'until', CASE WHEN NEW.refusal IS NULL THEN to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END));
    IF NEW.status = 'open' OR NEW.refusal IS NOT NULL THEN RETURN NULL; END IF;
  END IF;
  PERFORM receipt_add(NEW.team_id, 'form answered', it || jsonb_build_object('status', NEW.status,
    'answerHash', receipt_hash(NEW.answer::text), 'session', NEW.answered_session,
    'person', receipt_person(NEW.answered_by, NEW.team_id)));
  RETURN NULL;
END $$;
