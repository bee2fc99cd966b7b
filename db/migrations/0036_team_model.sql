CREATE TABLE "team_models" (
	"team_id" text PRIMARY KEY NOT NULL,
	"base_url" text,
	"model" text NOT NULL,
	"sealed_key" text,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_models" ADD CONSTRAINT "team_models_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_models" ADD CONSTRAINT "team_models_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Who gave the team which model. Of the key and of the address, which may hold one, only hashes are told.
CREATE FUNCTION "receipt_of_model"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  team text := it ->> 'team_id';
  by_whom text := nullif(current_setting('amber.person', true), '');
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.team_models');
  -- That a person is gone changes nothing of what they did.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'set_by' = to_jsonb(OLD) - 'set_by' THEN RETURN NULL; END IF;
  -- With the team its model goes; nobody has removed it.
  IF NOT EXISTS (SELECT FROM teams WHERE id = team) THEN RETURN NULL; END IF;
  PERFORM receipt_add(team, 'model changed', jsonb_build_object(
    'change', CASE TG_OP WHEN 'INSERT' THEN 'added' WHEN 'UPDATE' THEN 'replaced' ELSE 'removed' END,
    'person', receipt_person(by_whom, team), 'model', it ->> 'model',
    'urlHash', CASE WHEN it ->> 'base_url' IS NOT NULL THEN receipt_hash(it ->> 'base_url') END,
    'credentialHash', CASE WHEN it ->> 'sealed_key' IS NOT NULL THEN receipt_hash(it ->> 'sealed_key') END));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_model"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_model" AFTER INSERT OR UPDATE OR DELETE ON "team_models" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_model"();
