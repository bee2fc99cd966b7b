CREATE TABLE "limits" (
	"team_id" text NOT NULL,
	"whose" text NOT NULL,
	"what" text NOT NULL,
	"soft" bigint,
	"hard" bigint,
	"currency" text,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limits_team_id_whose_what_pk" PRIMARY KEY("team_id","whose","what"),
	CONSTRAINT "limits_says" CHECK ("limits"."soft" is not null or "limits"."hard" is not null),
	CONSTRAINT "limits_currency" CHECK (("limits"."what" in ('money_day', 'money_month')) = ("limits"."currency" is not null)),
	CONSTRAINT "limits_of_team" CHECK ("limits"."whose" <> 'team' or "limits"."what" not in ('runs', 'calls_minute'))
);
--> statement-breakpoint
CREATE TABLE "limits_told" (
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"whose" text NOT NULL,
	"what" text NOT NULL,
	"since" date NOT NULL,
	CONSTRAINT "limits_told_team_id_user_id_whose_what_since_pk" PRIMARY KEY("team_id","user_id","whose","what","since")
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"model" text NOT NULL,
	"day" date NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"read" bigint DEFAULT 0 NOT NULL,
	"written" bigint DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"currency" text,
	CONSTRAINT "usage_team_id_day_user_id_model_pk" PRIMARY KEY("team_id","day","user_id","model")
);
--> statement-breakpoint
ALTER TABLE "limits" ADD CONSTRAINT "limits_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limits" ADD CONSTRAINT "limits_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limits_told" ADD CONSTRAINT "limits_told_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What an admin allows a team and its people to use, and takes back: which of it, and how much.
CREATE FUNCTION "receipt_of_limit"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  one public.limits%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.limits');
  -- With the team everything goes.
  IF NOT EXISTS (SELECT FROM public.teams WHERE id = one.team_id) THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(one.team_id, 'limit changed', jsonb_build_object(
    'person', public.receipt_person(nullif(current_setting('amber.person', true), ''), one.team_id),
    'change', CASE WHEN TG_OP = 'DELETE' THEN 'removed' ELSE 'set' END, 'limit', one.what, 'whose', one.whose,
    'soft', CASE WHEN TG_OP <> 'DELETE' THEN one.soft END, 'hard', CASE WHEN TG_OP <> 'DELETE' THEN one.hard END,
    'currency', one.currency));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_limit"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_limit_set" AFTER INSERT OR DELETE ON "limits" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_limit"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_limit_changed" AFTER UPDATE ON "limits" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NEW.soft, NEW.hard, NEW.currency) IS DISTINCT FROM (OLD.soft, OLD.hard, OLD.currency)) EXECUTE FUNCTION "receipt_of_limit"();
