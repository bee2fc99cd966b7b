CREATE TABLE "account_links" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "is_secret" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_user" ON "account_links" USING btree ("user_id");--> statement-breakpoint
-- What people change of their own account, or somebody who came by a mailed link: which of it, never what it is.
CREATE FUNCTION "receipt_of_account"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  given jsonb := to_jsonb(NEW);
  whose text := coalesce(given ->> 'user_id', given ->> 'id');
  team text;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.users', 'public.accounts');
  SELECT team_id INTO team FROM public.members WHERE user_id = whose;
  -- Who is in no team has nobody to whom it would be told.
  IF team IS NULL THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(team, 'account changed', jsonb_build_object(
    'person', public.receipt_person(whose, team), 'change', TG_ARGV[0], 'way', nullif(current_setting('amber.way', true), '')));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_account"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_account_name" AFTER UPDATE OF "name" ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION "receipt_of_account"('name');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_account_email" AFTER UPDATE OF "email" ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.email <> OLD.email) EXECUTE FUNCTION "receipt_of_account"('email');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_account_password" AFTER UPDATE OF "password" ON "accounts" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.password IS DISTINCT FROM OLD.password) EXECUTE FUNCTION "receipt_of_account"('password');
