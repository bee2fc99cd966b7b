CREATE TABLE "server_clients" (
	"team_id" text NOT NULL,
	"issuer" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"client_id" text NOT NULL,
	"sealed" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_clients_team_id_issuer_redirect_uri_pk" PRIMARY KEY("team_id","issuer","redirect_uri")
);
--> statement-breakpoint
CREATE TABLE "server_sign_in_ways" (
	"team_id" text NOT NULL,
	"server" text NOT NULL,
	"identity" text NOT NULL,
	"for_team" boolean NOT NULL,
	"names_resource" boolean NOT NULL,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_sign_in_ways_team_id_server_pk" PRIMARY KEY("team_id","server")
);
--> statement-breakpoint
CREATE TABLE "server_sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"server" text NOT NULL,
	"identity" text NOT NULL,
	"person_id" text,
	"by_id" text,
	"issuer" text NOT NULL,
	"resource" text NOT NULL,
	"scopes" text NOT NULL,
	"asked" text NOT NULL,
	"wanted" text,
	"step_ups" integer NOT NULL,
	"sealed" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"refreshing_until" timestamp (3) with time zone,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refreshed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"session_hash" text NOT NULL,
	"server" text NOT NULL,
	"identity" text NOT NULL,
	"for_team" boolean NOT NULL,
	"issuer" text NOT NULL,
	"resource" text NOT NULL,
	"step_ups" integer NOT NULL,
	"chat_id" text,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "server_clients" ADD CONSTRAINT "server_clients_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_sign_in_ways" ADD CONSTRAINT "server_sign_in_ways_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_sign_in_ways" ADD CONSTRAINT "server_sign_in_ways_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_sign_ins" ADD CONSTRAINT "server_sign_ins_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_sign_ins" ADD CONSTRAINT "server_sign_ins_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_sign_ins" ADD CONSTRAINT "server_sign_ins_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "server_sign_ins_active" ON "server_sign_ins" USING btree ("team_id","server",coalesce("person_id", '')) WHERE "server_sign_ins"."state" = 'active';--> statement-breakpoint
CREATE INDEX "sign_in_attempts_created" ON "sign_in_attempts" USING btree ("created_at");--> statement-breakpoint
-- What the tokens are is nothing that is decided about servers: a refresh counts for nothing here.
CREATE FUNCTION "sign_in_counts"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE public.teams SET servers_version = servers_version + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.team_id ELSE NEW.team_id END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sign_in_added" AFTER INSERT OR DELETE ON "server_sign_ins" FOR EACH ROW EXECUTE FUNCTION "sign_in_counts"();--> statement-breakpoint
CREATE TRIGGER "sign_in_set" AFTER UPDATE OF "state" ON "server_sign_ins" FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION "sign_in_counts"();--> statement-breakpoint
CREATE TRIGGER "sign_in_way" AFTER INSERT OR UPDATE OR DELETE ON "server_sign_in_ways" FOR EACH ROW EXECUTE FUNCTION "sign_in_counts"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_sign_in"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  by_whom text := coalesce(nullif(current_setting('amber.person', true), ''), NEW.by_id);
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.server_sign_ins');
  IF NOT EXISTS (SELECT FROM teams WHERE id = NEW.team_id) THEN RETURN NULL; END IF;
  PERFORM receipt_add(NEW.team_id, 'server changed', jsonb_build_object(
    'change', CASE NEW.state WHEN 'active' THEN 'signed-in' WHEN 'out' THEN 'signed-out' ELSE 'sign-in-over' END,
    'server', NEW.server, 'identityHash', NEW.identity, 'issuer', NEW.issuer, 'scopes', NEW.scopes,
    'forTeam', NEW.person_id IS NULL,
    'person', receipt_person(CASE WHEN NEW.state = 'over' THEN NULL ELSE by_whom END, NEW.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_sign_in"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_sign_in" AFTER INSERT ON "server_sign_ins" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_sign_in"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_sign_in_state" AFTER UPDATE OF "state" ON "server_sign_ins" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION "receipt_of_sign_in"();
