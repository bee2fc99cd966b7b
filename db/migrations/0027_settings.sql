ALTER TABLE "teams" ADD COLUMN "instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "theme" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "density" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "text_size" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "instructions" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Who changed what the whole team's answers follow. The words themselves may be replaced later: here stands their hash.
CREATE FUNCTION "receipt_of_instructions"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  by_whom text := nullif(current_setting('amber.person', true), '');
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.teams');
  PERFORM receipt_add(NEW.id, 'instructions changed', jsonb_build_object(
    'person', receipt_person(by_whom, NEW.id),
    'instructionsHash', CASE WHEN NEW.instructions <> '' THEN receipt_hash(NEW.instructions) END));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_instructions"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_instructions" AFTER UPDATE OF "instructions" ON "teams" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.instructions <> OLD.instructions) EXECUTE FUNCTION "receipt_of_instructions"();
