CREATE TABLE "sweeps" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_keeping" (
	"team_id" text PRIMARY KEY NOT NULL,
	"chats_days" integer,
	"contents_days" integer,
	"mail_days" integer,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_keeping_days" CHECK (coalesce("team_keeping"."chats_days", 1) > 0 and coalesce("team_keeping"."contents_days", 1) > 0 and coalesce("team_keeping"."mail_days", 1) > 0)
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "contents_erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "contents_erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_keeping" ADD CONSTRAINT "team_keeping_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_keeping" ADD CONSTRAINT "team_keeping_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sweeps_team" ON "sweeps" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "calls_with_contents" ON "calls" USING btree ("team_id","created_at") WHERE "calls"."contents_erased_at" is null;--> statement-breakpoint
-- For how long a team keeps what: by whom, what it was before, and what it is.
CREATE FUNCTION "receipt_of_keeping"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.team_keeping');
  PERFORM public.receipt_add(NEW.team_id, 'keeping changed', jsonb_build_object(
    'person', public.receipt_person(NEW.set_by, NEW.team_id),
    'chatsDays', NEW.chats_days, 'contentsDays', NEW.contents_days, 'mailDays', NEW.mail_days,
    'before', CASE WHEN TG_OP = 'UPDATE' THEN jsonb_strip_nulls(jsonb_build_object(
      'chatsDays', OLD.chats_days, 'contentsDays', OLD.contents_days, 'mailDays', OLD.mail_days)) END));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_keeping"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_keeping_set" AFTER INSERT ON "team_keeping" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_keeping"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_keeping_changed" AFTER UPDATE ON "team_keeping" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NEW.chats_days, NEW.contents_days, NEW.mail_days) IS DISTINCT FROM (OLD.chats_days, OLD.contents_days, OLD.mail_days)) EXECUTE FUNCTION "receipt_of_keeping"();--> statement-breakpoint
-- What went as its time was over: what, and how many. Nobody did it; it is told all the same.
CREATE FUNCTION "receipt_of_sweep"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.sweeps');
  PERFORM public.receipt_add(NEW.team_id, 'swept', jsonb_build_object('change', NEW.what, 'count', NEW.count));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_sweep"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_swept" AFTER INSERT ON "sweeps" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_sweep"();
