CREATE TABLE "factor_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"aaguid" text
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text,
	"pending" text,
	"verified" boolean DEFAULT false NOT NULL,
	"last_step" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"codes_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "second_factor_of" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_challenges_user" ON "factor_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "two_factors_user" ON "two_factors" USING btree ("user_id");
--> statement-breakpoint
-- What people take on and give up beside their password: which of it, never what it is.
CREATE FUNCTION "receipt_of_factor"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  whose text := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  team text;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.two_factors', 'public.passkeys');
  SELECT team_id INTO team FROM public.members WHERE user_id = whose;
  -- Who is in no team has nobody to whom it would be told.
  IF team IS NULL THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(team, 'account changed', jsonb_build_object(
    'person', public.receipt_person(whose, team), 'change', TG_ARGV[0]));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_factor"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_app_set" AFTER UPDATE OF "secret" ON "two_factors" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.secret IS DISTINCT FROM OLD.secret AND NEW.secret IS NOT NULL) EXECUTE FUNCTION "receipt_of_factor"('app set up');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_app_off" AFTER UPDATE OF "secret" ON "two_factors" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.secret IS NOT NULL AND NEW.secret IS NULL) EXECUTE FUNCTION "receipt_of_factor"('app removed');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_recovery_codes" AFTER UPDATE OF "codes_at" ON "two_factors" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.codes_at IS DISTINCT FROM OLD.codes_at AND NEW.codes_at IS NOT NULL) EXECUTE FUNCTION "receipt_of_factor"('recovery codes');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_passkey_added" AFTER INSERT ON "passkeys" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_factor"('passkey added');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_passkey_removed" AFTER DELETE ON "passkeys" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_factor"('passkey removed');--> statement-breakpoint
-- Whom a team asks for a second factor.
CREATE FUNCTION "receipt_of_second_factor"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.teams');
  PERFORM public.receipt_add(NEW.id, 'second factor asked', jsonb_build_object(
    'person', public.receipt_person(nullif(current_setting('amber.person', true), ''), NEW.id),
    'change', NEW.second_factor_of, 'was', OLD.second_factor_of));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_second_factor"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_second_factor" AFTER UPDATE OF "second_factor_of" ON "teams" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.second_factor_of <> OLD.second_factor_of) EXECUTE FUNCTION "receipt_of_second_factor"();
