CREATE TABLE "shares" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"title" text NOT NULL,
	"messages" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" text
);
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_open" ON "shares" USING btree ("team_id","created_at") WHERE "shares"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "shares_chat" ON "shares" USING btree ("chat_id");--> statement-breakpoint
CREATE FUNCTION "receipt_of_share"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.shares');
  PERFORM receipt_add(NEW.team_id, CASE WHEN is_new THEN 'chat shared' ELSE 'share withdrawn' END, jsonb_build_object(
    'share', NEW.id, 'chat', NEW.chat_id, 'for', NEW.user_id,
    'person', receipt_person(CASE WHEN is_new THEN NEW.user_id ELSE NEW.withdrawn_by END, NEW.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_chat_shared" AFTER INSERT ON "shares" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_share"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_share_withdrawn" AFTER UPDATE OF "withdrawn_at" ON "shares" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL) EXECUTE FUNCTION "receipt_of_share"();--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_share"() FROM PUBLIC;
