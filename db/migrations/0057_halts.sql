CREATE TABLE "halts" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"kind" text NOT NULL,
	"server" text,
	"tool" text,
	"user_id" text,
	"reason" text NOT NULL,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lifted_by" text,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "halts_target" CHECK (("halts"."kind" in ('server', 'tool')) = ("halts"."server" is not null) and ("halts"."kind" = 'tool') = ("halts"."tool" is not null)
      and ("halts"."kind" = 'person') = ("halts"."user_id" is not null)),
	CONSTRAINT "halts_reason" CHECK (char_length("halts"."reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "halts" ADD CONSTRAINT "halts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "halts" ADD CONSTRAINT "halts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "halts" ADD CONSTRAINT "halts_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "halts" ADD CONSTRAINT "halts_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "halts_one" ON "halts" USING btree ("team_id","kind",coalesce("server", ''),coalesce("tool", ''),coalesce("user_id", '')) WHERE "halts"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "halts_user" ON "halts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "halts_team" ON "halts" USING btree ("team_id","set_at");--> statement-breakpoint
CREATE FUNCTION "receipt_of_halt"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.halts');
  IF TG_OP = 'UPDATE' AND (OLD.lifted_at IS NOT NULL OR NEW.lifted_at IS NULL) THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(NEW.team_id, CASE TG_OP WHEN 'INSERT' THEN 'halted' ELSE 'halt lifted' END, jsonb_build_object(
    'person', public.receipt_person(CASE TG_OP WHEN 'INSERT' THEN NEW.set_by ELSE NEW.lifted_by END, NEW.team_id),
    'halt', NEW.id, 'change', NEW.kind, 'server', NEW.server, 'tool', NEW.tool, 'member', NEW.user_id,
    'reasonHash', public.receipt_hash(NEW.reason)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "halts_receipt" AFTER INSERT OR UPDATE ON "halts" FOR EACH ROW EXECUTE FUNCTION "receipt_of_halt"();--> statement-breakpoint
-- What was stopped stays in the record: it is lifted, once, and otherwise stands as it was written.
CREATE FUNCTION "halts_stand"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.lifted_at IS NOT NULL AND NEW.lifted_at IS DISTINCT FROM OLD.lifted_at
    OR (NEW.id, NEW.team_id, NEW.kind, NEW.server, NEW.tool, NEW.user_id, NEW.reason, NEW.set_at)
      IS DISTINCT FROM (OLD.id, OLD.team_id, OLD.kind, OLD.server, OLD.tool, OLD.user_id, OLD.reason, OLD.set_at) THEN
    RAISE EXCEPTION 'What was stopped is lifted once, and not changed.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "halts_stand" BEFORE UPDATE ON "halts" FOR EACH ROW EXECUTE FUNCTION "halts_stand"();--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_halt"() FROM PUBLIC;--> statement-breakpoint
REVOKE ALL ON FUNCTION "halts_stand"() FROM PUBLIC;
