CREATE TABLE "confirmations" (
	"approval_id" text NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "confirmations_approval_id_user_id_pk" PRIMARY KEY("approval_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "policy_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text,
	"server" text NOT NULL,
	"tool" text,
	"effect" text,
	"locked" boolean DEFAULT false NOT NULL,
	"critical" boolean DEFAULT false NOT NULL,
	"set_by" text,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "policy_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "requirement" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "rule" text DEFAULT 'destructive' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "critical" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "cleared_by" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_rules" ADD CONSTRAINT "policy_rules_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_rules" ADD CONSTRAINT "policy_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_rules" ADD CONSTRAINT "policy_rules_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "policy_rules_one" ON "policy_rules" USING btree ("team_id",coalesce("user_id", ''),"server",coalesce("tool", ''));--> statement-breakpoint
CREATE INDEX "policy_rules_user" ON "policy_rules" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_cleared_by_users_id_fk" FOREIGN KEY ("cleared_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calls_outside" ON "calls" USING btree ("chat_id","ended_at") WHERE "calls"."outside";--> statement-breakpoint
UPDATE "calls" SET "outside" = NOT "trusted" OR coalesce(("metadata" -> 'annotations' ->> 'openWorldHint')::boolean, true);--> statement-breakpoint
CREATE FUNCTION "confirmations_check"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked approvals%ROWTYPE;
  standing members%ROWTYPE;
BEGIN
  IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'A confirmation stays as it was given.'; END IF;
  SELECT * INTO asked FROM approvals WHERE id = NEW.approval_id;
  SELECT * INTO standing FROM members WHERE user_id = NEW.user_id AND team_id = asked.team_id;
  IF asked.status IS DISTINCT FROM 'pending' OR asked.kind <> 'ask' THEN
    RAISE EXCEPTION 'Only what waits can be confirmed.';
  END IF;
  IF standing.role IS NULL OR standing.role = 'viewer' OR (standing.role <> 'admin' AND NEW.user_id <> asked.requested_by) THEN
    RAISE EXCEPTION 'This person may not confirm it.';
  END IF;
  IF asked.requirement <> 'ask' AND (standing.role <> 'admin' OR NEW.user_id = asked.requested_by) THEN
    RAISE EXCEPTION 'Another admin than the one who asked must confirm it.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "confirmations_check" BEFORE INSERT OR UPDATE ON "confirmations" FOR EACH ROW EXECUTE FUNCTION "confirmations_check"();--> statement-breakpoint
CREATE FUNCTION "approvals_check"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.requirement <> OLD.requirement OR NEW.requested_by <> OLD.requested_by THEN
      RAISE EXCEPTION 'Whom an approval asks, and for whom, never changes.';
    END IF;
    IF OLD.status = 'confirmed' THEN RETURN NEW; END IF;
  END IF;
  SELECT count(*) INTO given FROM confirmations WHERE approval_id = NEW.id;
  IF given < (CASE NEW.requirement WHEN 'two_admins' THEN 2 ELSE 1 END) THEN
    RAISE EXCEPTION 'This approval has not been confirmed by enough people.';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "approvals_confirmed" BEFORE INSERT OR UPDATE ON "approvals" FOR EACH ROW WHEN (NEW.status = 'confirmed') EXECUTE FUNCTION "approvals_check"();--> statement-breakpoint
CREATE TRIGGER "approvals_requirement" BEFORE UPDATE OF "requirement", "requested_by" ON "approvals" FOR EACH ROW WHEN (NEW.requirement <> OLD.requirement OR NEW.requested_by <> OLD.requested_by) EXECUTE FUNCTION "approvals_check"();
