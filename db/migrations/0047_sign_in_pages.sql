CREATE TABLE "sign_in_waits" (
	"run_id" text NOT NULL,
	"server" text NOT NULL,
	"team_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_waits_run_id_server_pk" PRIMARY KEY("run_id","server")
);
--> statement-breakpoint
ALTER TABLE "server_sign_ins" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "sign_in_waits" ADD CONSTRAINT "sign_in_waits_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_waits" ADD CONSTRAINT "sign_in_waits_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_waits" ADD CONSTRAINT "sign_in_waits_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_waits_team" ON "sign_in_waits" USING btree ("team_id","since");--> statement-breakpoint
CREATE INDEX "sign_in_waits_chat" ON "sign_in_waits" USING btree ("chat_id");--> statement-breakpoint
-- A server that is changed in place says so, by whoever does it.
CREATE OR REPLACE FUNCTION "receipt_of_servers"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  team text := it ->> 'team_id';
  -- Nobody is named in a row that goes, and who added a server need not be who changes it: whoever does says so in the transaction.
  by_whom text := CASE WHEN TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'team_servers') THEN nullif(current_setting('amber.person', true), '')
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
      change := CASE TG_OP WHEN 'DELETE' THEN 'removed' WHEN 'UPDATE' THEN 'changed' ELSE 'added' END;
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
-- How one signs in at a server is an admin's to say.
CREATE FUNCTION "receipt_of_sign_in_way"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.server_sign_in_ways');
  IF NOT EXISTS (SELECT FROM teams WHERE id = NEW.team_id) THEN RETURN NULL; END IF;
  -- That a person is gone changes nothing of what he did.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'set_by' = to_jsonb(OLD) - 'set_by' THEN RETURN NULL; END IF;
  PERFORM receipt_add(NEW.team_id, 'server changed', jsonb_build_object(
    'change', CASE WHEN NEW.for_team THEN 'sign-in-of-team' ELSE 'sign-in-of-each' END,
    'server', NEW.server, 'identityHash', NEW.identity, 'forTeam', NEW.for_team, 'namesResource', NEW.names_resource,
    'person', receipt_person(NEW.set_by, NEW.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_sign_in_way"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_sign_in_way" AFTER INSERT OR UPDATE ON "server_sign_in_ways" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_sign_in_way"();
