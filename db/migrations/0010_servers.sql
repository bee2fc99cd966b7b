CREATE TABLE "server_looks" (
	"team_id" text NOT NULL,
	"server" text NOT NULL,
	"identity" text NOT NULL,
	"definitions_hash" text NOT NULL,
	"tools" integer NOT NULL,
	"looked_by" text,
	"looked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_looks_team_id_server_pk" PRIMARY KEY("team_id","server")
);
--> statement-breakpoint
CREATE TABLE "server_vouches" (
	"team_id" text NOT NULL,
	"server" text NOT NULL,
	"identity" text NOT NULL,
	"vouched_by" text,
	"vouched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_vouches_team_id_server_pk" PRIMARY KEY("team_id","server")
);
--> statement-breakpoint
CREATE TABLE "team_servers" (
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"type" text,
	"sealed_headers" text NOT NULL,
	"added_by" text,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_servers_team_id_name_pk" PRIMARY KEY("team_id","name")
);
--> statement-breakpoint
CREATE TABLE "tool_pins" (
	"team_id" text NOT NULL,
	"server" text NOT NULL,
	"tool" text NOT NULL,
	"identity" text NOT NULL,
	"declaration" text NOT NULL,
	"definition_hash" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_pins_team_id_server_tool_pk" PRIMARY KEY("team_id","server","tool")
);
--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "servers_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_looks" ADD CONSTRAINT "server_looks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_looks" ADD CONSTRAINT "server_looks_looked_by_users_id_fk" FOREIGN KEY ("looked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_vouches" ADD CONSTRAINT "server_vouches_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_vouches" ADD CONSTRAINT "server_vouches_vouched_by_users_id_fk" FOREIGN KEY ("vouched_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_servers" ADD CONSTRAINT "team_servers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_servers" ADD CONSTRAINT "team_servers_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_pins" ADD CONSTRAINT "tool_pins_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_pins" ADD CONSTRAINT "tool_pins_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "servers_version_grows"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE public.teams SET servers_version = servers_version + 1 WHERE id IN (SELECT team_id FROM changed);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Once a statement, however many tools it takes in.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['team_servers', 'server_vouches', 'server_looks', 'tool_pins'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION servers_version_grows()', name || '_added', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION servers_version_grows()', name || '_set', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION servers_version_grows()', name || '_removed', name);
  END LOOP;
END $$;--> statement-breakpoint
-- Of a credential and of an address, which may hold one, only hashes are told.
CREATE FUNCTION "receipt_of_servers"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  team text := it ->> 'team_id';
  -- Nobody is named in a row that goes: whoever takes it away says so in the transaction.
  by_whom text := CASE WHEN TG_OP = 'DELETE' THEN nullif(current_setting('amber.person', true), '')
    ELSE coalesce(it ->> 'added_by', it ->> 'vouched_by', it ->> 'looked_by', it ->> 'set_by') END;
  people text[] := ARRAY['added_by', 'vouched_by', 'looked_by', 'set_by'];
  change text;
  tells jsonb;
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.team_servers', 'public.server_vouches', 'public.server_looks', 'public.tool_pins');
  -- That a person is gone changes nothing of what he did.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - people = to_jsonb(OLD) - people THEN RETURN NULL; END IF;
  -- With the team its servers go; nobody has removed them.
  IF NOT EXISTS (SELECT FROM teams WHERE id = team) THEN RETURN NULL; END IF;
  CASE TG_TABLE_NAME
    WHEN 'team_servers' THEN
      change := CASE TG_OP WHEN 'DELETE' THEN 'removed' ELSE 'added' END;
      tells := jsonb_build_object('server', it ->> 'name', 'urlHash', receipt_hash(it ->> 'url'), 'credentialHash', receipt_hash(it ->> 'sealed_headers'));
    WHEN 'server_vouches' THEN
      change := CASE TG_OP WHEN 'DELETE' THEN 'withdrawn' ELSE 'vouched' END;
      tells := jsonb_build_object('server', it ->> 'server', 'identityHash', it ->> 'identity');
    WHEN 'server_looks' THEN
      change := 'looked';
      tells := jsonb_build_object('server', it ->> 'server', 'identityHash', it ->> 'identity', 'definitionsHash', it ->> 'definitions_hash', 'tools', (it ->> 'tools')::integer);
    ELSE
      change := it ->> 'reason';
      tells := jsonb_build_object('server', it ->> 'server', 'tool', it ->> 'tool', 'identityHash', it ->> 'identity', 'definitionHash', it ->> 'definition_hash',
        'wasHash', CASE WHEN TG_OP = 'UPDATE' THEN OLD.definition_hash END);
  END CASE;
  PERFORM receipt_add(team, 'server changed', tells || jsonb_build_object('change', change, 'person', receipt_person(by_whom, team)));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_servers"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_server" AFTER INSERT OR UPDATE OR DELETE ON "team_servers" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_servers"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_vouch" AFTER INSERT OR UPDATE OR DELETE ON "server_vouches" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_servers"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_look" AFTER INSERT OR UPDATE ON "server_looks" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_servers"();--> statement-breakpoint
-- What was taken with all the others is told once, with the look.
CREATE CONSTRAINT TRIGGER "receipt_pin" AFTER INSERT OR UPDATE ON "tool_pins" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.reason <> 'look') EXECUTE FUNCTION "receipt_of_servers"();
