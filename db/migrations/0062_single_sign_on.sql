CREATE TABLE "directory_group_members" (
	"group_id" text NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "directory_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "directory_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_people" (
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"external_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_people_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "directory_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "directory_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "sign_on_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"provider" text NOT NULL,
	"user_id" text NOT NULL,
	"binding" boolean NOT NULL,
	"sealed" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"checking_until" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"vouched_until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"held_role" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_on_accounts_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "sign_on_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"browser_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_on_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_group_id_directory_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."directory_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_team_id_user_id_directory_people_team_id_user_id_fk" FOREIGN KEY ("team_id","user_id") REFERENCES "public"."directory_people"("team_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_people" ADD CONSTRAINT "directory_people_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_people" ADD CONSTRAINT "directory_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_tokens" ADD CONSTRAINT "directory_tokens_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_tokens" ADD CONSTRAINT "directory_tokens_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_tokens" ADD CONSTRAINT "directory_tokens_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_accounts" ADD CONSTRAINT "sign_on_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_sessions" ADD CONSTRAINT "sign_on_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_sessions" ADD CONSTRAINT "sign_on_sessions_account_id_sign_on_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sign_on_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_group_members_user" ON "directory_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_groups_name" ON "directory_groups" USING btree ("team_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_people_external" ON "directory_people" USING btree ("team_id","external_id");--> statement-breakpoint
CREATE INDEX "directory_people_user" ON "directory_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "directory_tokens_team" ON "directory_tokens" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_on_accounts_subject" ON "sign_on_accounts" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "sign_on_accounts_due" ON "sign_on_accounts" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "sign_on_sessions_account" ON "sign_on_sessions" USING btree ("account_id");
--> statement-breakpoint
-- By what a person comes in, and that the provider has said that they are gone: never who they are there.
CREATE FUNCTION "receipt_of_sign_on"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  team text;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.sign_on_accounts');
  SELECT team_id INTO team FROM public.members WHERE user_id = NEW.user_id;
  -- Who is in no team has nobody to whom it would be told.
  IF team IS NULL THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(team, CASE TG_OP WHEN 'INSERT' THEN 'sign-on linked' ELSE 'sign-on ended' END,
    jsonb_build_object('person', public.receipt_person(NEW.user_id, team), 'provider', NEW.provider));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_sign_on"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "sign_on_linked_receipt" AFTER INSERT ON "sign_on_accounts" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_sign_on"();--> statement-breakpoint
CREATE TRIGGER "sign_on_ended_receipt" AFTER UPDATE OF "ended_at" ON "sign_on_accounts" FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION "receipt_of_sign_on"();--> statement-breakpoint
CREATE FUNCTION "receipt_of_directory_token"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.directory_tokens');
  PERFORM public.receipt_add(NEW.team_id, CASE TG_OP WHEN 'INSERT' THEN 'directory let in' ELSE 'directory shut out' END,
    jsonb_build_object('person', public.receipt_person(CASE TG_OP WHEN 'INSERT' THEN NEW.made_by ELSE NEW.revoked_by END, NEW.team_id),
      'directory', NEW.id));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_directory_token"() FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER "directory_token_made_receipt" AFTER INSERT ON "directory_tokens" FOR EACH ROW EXECUTE FUNCTION "receipt_of_directory_token"();--> statement-breakpoint
CREATE TRIGGER "directory_token_revoked_receipt" AFTER UPDATE OF "revoked_at" ON "directory_tokens" FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION "receipt_of_directory_token"();
