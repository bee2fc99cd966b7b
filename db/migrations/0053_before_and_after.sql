CREATE TABLE "call_readings" (
	"call_id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"read_by" text,
	"asked_by" text,
	"before" json,
	"before_hash" text,
	"after" json,
	"after_hash" text,
	"failure" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_readings" ADD CONSTRAINT "call_readings_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_readings" ADD CONSTRAINT "call_readings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- What was read of the record of a call: the hashes alone, of what its card had and of what it was afterwards.
CREATE FUNCTION "receipt_of_reading"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path TO pg_catalog, public, pg_temp AS $$
DECLARE
  one public.calls%ROWTYPE;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.call_readings');
  SELECT * INTO one FROM public.calls WHERE id = NEW.call_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(one.team_id, 'read after', jsonb_build_object('call', one.id, 'chat', one.chat_id, 'run', one.run_id,
    'toolCall', one.tool_call_id, 'for', (SELECT user_id FROM public.chats WHERE id = one.chat_id), 'server', one.server,
    'tool', one.tool, 'inputHash', one.input_hash, 'readBy', NEW.read_by, 'beforeHash', NEW.before_hash, 'afterHash', NEW.after_hash,
    'status', CASE WHEN NEW.after_hash IS NULL THEN 'failed' WHEN NEW.before_hash IS NULL THEN 'read'
      WHEN NEW.before_hash = NEW.after_hash THEN 'same' ELSE 'changed' END,
    'person', public.receipt_person(NEW.asked_by, one.team_id)) || public.receipt_visitor(one.run_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_read_after" AFTER INSERT OR UPDATE OF "at" ON "call_readings" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "receipt_of_reading"();--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_reading"() FROM PUBLIC;--> statement-breakpoint
-- Of a call of ours the rows that it changed are kept in the same transaction: what they were and are stands with how it was answered.
CREATE FUNCTION "receipt_kept"(of text) RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path TO pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN coalesce((SELECT jsonb_build_object(
      'beforeHash', public.receipt_hash(string_agg(coalesce(k.before::text, 'null'), E'\n' ORDER BY k.seq)),
      'afterHash', public.receipt_hash(string_agg(coalesce(k.after::text, 'null'), E'\n' ORDER BY k.seq)))
    FROM public.kept_changes k WHERE k.call_id = of HAVING count(*) > 0), '{}'::jsonb);
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_kept"(text) FROM PUBLIC;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_call"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path TO pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id, 'run', NEW.run_id, 'toolCall', NEW.tool_call_id,
    'for', (SELECT user_id FROM public.chats WHERE id = NEW.chat_id), 'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash)
    || public.receipt_visitor(NEW.run_id);
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
      it || jsonb_build_object('status', NEW.status, 'resultHash', NEW.result_hash)
        || CASE WHEN NEW.status = 'success' THEN public.receipt_kept(NEW.id) ELSE '{}'::jsonb END);
  END IF;
  IF NEW.resolution IS NOT NULL AND (is_new OR OLD.resolution IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'resolved', it || jsonb_build_object('resolution', NEW.resolution,
      'person', public.receipt_person(NEW.resolved_by, NEW.team_id)));
  END IF;
  RETURN NULL;
END $$;
