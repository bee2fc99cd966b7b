CREATE TABLE "elicitations" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"run_id" text NOT NULL,
	"fence" integer NOT NULL,
	"call_id" text NOT NULL,
	"tool_call_id" text NOT NULL,
	"server" text NOT NULL,
	"tool" text NOT NULL,
	"trusted" boolean NOT NULL,
	"message" text NOT NULL,
	"schema" json,
	"status" text NOT NULL,
	"refusal" text,
	"about" text,
	"answer" json,
	"answered_by" text,
	"answered_session" text,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "elicitations" ADD CONSTRAINT "elicitations_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elicitations" ADD CONSTRAINT "elicitations_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elicitations" ADD CONSTRAINT "elicitations_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elicitations" ADD CONSTRAINT "elicitations_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "elicitations_chat" ON "elicitations" USING btree ("chat_id","asked_at");--> statement-breakpoint
CREATE INDEX "elicitations_run" ON "elicitations" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "elicitations_open" ON "elicitations" USING btree ("call_id") WHERE "elicitations"."status" = 'open';--> statement-breakpoint
-- What was asked and what was answered stand there as hashes: the words go with their chat.
CREATE FUNCTION "receipt_of_elicitation"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := jsonb_build_object('elicitation', NEW.id, 'call', NEW.call_id, 'chat', NEW.chat_id, 'run', NEW.run_id,
    'toolCall', NEW.tool_call_id, 'for', (SELECT user_id FROM chats WHERE id = NEW.chat_id),
    'server', NEW.server, 'tool', NEW.tool, 'trusted', NEW.trusted,
    'questionHash', receipt_hash(NEW.message || E'\n' || coalesce(NEW.schema::text, '')));
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
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_elicitation"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_form_asked" AFTER INSERT ON "elicitations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_elicitation"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_form_answered" AFTER UPDATE OF "status" ON "elicitations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION "receipt_of_elicitation"();
