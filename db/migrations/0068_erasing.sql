CREATE TABLE "erasures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"erased_by" text,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_erased_by_users_id_fk" FOREIGN KEY ("erased_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_team" ON "erasures" USING btree ("team_id","begun_at");--> statement-breakpoint
CREATE INDEX "erasures_open" ON "erasures" USING btree ("user_id") WHERE "erasures"."ended_at" is null;--> statement-breakpoint
-- Who was erased, by their pseudonym: by whom, and what went; and that the last of it was gone.
CREATE FUNCTION "receipt_of_erasure"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.erasures');
  IF NEW.begun_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.begun_at IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'person erased', jsonb_build_object(
      'person', public.receipt_person(NEW.erased_by, NEW.team_id), 'member', NEW.user_id, 'counts', NEW.counts));
  END IF;
  IF NEW.ended_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.ended_at IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'erasure ended', jsonb_build_object('member', NEW.user_id));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_erasure"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_erasure" AFTER INSERT OR UPDATE ON "erasures" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_erasure"();--> statement-breakpoint
-- What is on its way while somebody is erased waits for that, and comes to nothing.
CREATE FUNCTION "erased_stays"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone timestamp with time zone;
BEGIN
  SELECT erased_at INTO gone FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF gone IS NOT NULL THEN RAISE EXCEPTION 'Who was erased gets nothing any more.'; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "erased_stays"() FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER "accounts_erased" BEFORE INSERT ON "accounts" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();--> statement-breakpoint
CREATE TRIGGER "chats_erased" BEFORE INSERT ON "chats" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();--> statement-breakpoint
CREATE TRIGGER "facts_erased" BEFORE INSERT ON "facts" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();--> statement-breakpoint
CREATE TRIGGER "members_erased" BEFORE INSERT ON "members" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();--> statement-breakpoint
CREATE TRIGGER "passkeys_erased" BEFORE INSERT ON "passkeys" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();--> statement-breakpoint
CREATE TRIGGER "sessions_erased" BEFORE INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();--> statement-breakpoint
CREATE TRIGGER "tokens_erased" BEFORE INSERT ON "tokens" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();--> statement-breakpoint
CREATE TRIGGER "uploads_erased" BEFORE INSERT ON "uploads" FOR EACH ROW EXECUTE FUNCTION "erased_stays"();
