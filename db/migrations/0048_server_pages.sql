CREATE TABLE "server_pages" (
	"team_id" text NOT NULL,
	"server" text NOT NULL,
	"identity" text NOT NULL,
	"shown" boolean NOT NULL,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_pages_team_id_server_pk" PRIMARY KEY("team_id","server")
);
--> statement-breakpoint
ALTER TABLE "server_pages" ADD CONSTRAINT "server_pages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_pages" ADD CONSTRAINT "server_pages_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER "server_pages_added" AFTER INSERT ON "server_pages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "servers_version_grows"();--> statement-breakpoint
CREATE TRIGGER "server_pages_set" AFTER UPDATE ON "server_pages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "servers_version_grows"();--> statement-breakpoint
CREATE TRIGGER "server_pages_removed" AFTER DELETE ON "server_pages" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "servers_version_grows"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_pages"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.server_pages');
  -- That a person is gone changes nothing of what he did.
  IF TG_OP = 'UPDATE' AND (NEW.shown, NEW.identity, NEW.set_at) = (OLD.shown, OLD.identity, OLD.set_at) THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM teams WHERE id = NEW.team_id) THEN RETURN NULL; END IF;
  PERFORM receipt_add(NEW.team_id, 'server changed', jsonb_build_object(
    'change', CASE WHEN NEW.shown THEN 'pages-shown' ELSE 'pages-hidden' END,
    'server', NEW.server, 'identityHash', NEW.identity, 'person', receipt_person(NEW.set_by, NEW.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_pages"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_pages" AFTER INSERT OR UPDATE ON "server_pages" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_pages"();
