ALTER TABLE "directory_people" ADD COLUMN "state" text DEFAULT 'in' NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_tokens" ADD COLUMN "paced_at" timestamp (3) with time zone;--> statement-breakpoint
-- A receipt of a member names the token of the directory that made the change, where one did.
CREATE OR REPLACE FUNCTION "receipt_of_member"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path TO pg_catalog, public, pg_temp AS $$
DECLARE
  member public.members%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  by_whom text := nullif(current_setting('amber.person', true), '');
  by_directory text := nullif(current_setting('amber.directory', true), '');
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.members');
  -- With the team everybody goes; nobody has left it.
  IF NOT EXISTS (SELECT FROM public.teams WHERE id = member.team_id) THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(member.team_id,
    CASE TG_OP WHEN 'INSERT' THEN 'joined' WHEN 'UPDATE' THEN 'role changed' ELSE 'left' END,
    jsonb_build_object('person', jsonb_build_object('id', member.user_id, 'role', member.role),
      'was', CASE WHEN TG_OP = 'UPDATE' THEN OLD.role END)
      || CASE WHEN by_whom IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('by', by_whom) END
      || CASE WHEN by_directory IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('directory', by_directory) END);
  RETURN NULL;
END $$;--> statement-breakpoint
-- The same of what of an account was changed.
CREATE OR REPLACE FUNCTION "receipt_of_account"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path TO pg_catalog, public, pg_temp AS $$
DECLARE
  given jsonb := to_jsonb(NEW);
  whose text := coalesce(given ->> 'user_id', given ->> 'id');
  by_directory text := nullif(current_setting('amber.directory', true), '');
  team text;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.users', 'public.accounts');
  SELECT team_id INTO team FROM public.members WHERE user_id = whose;
  -- Who is in no team has nobody to whom it would be told.
  IF team IS NULL THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(team, 'account changed', jsonb_build_object(
    'person', public.receipt_person(whose, team), 'change', TG_ARGV[0], 'way', nullif(current_setting('amber.way', true), ''))
      || CASE WHEN by_directory IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('directory', by_directory) END);
  RETURN NULL;
END $$;--> statement-breakpoint
-- What a directory says of people and groups beside that: whom by id, never what they are called there.
CREATE FUNCTION "receipt_of_directory"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  one jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  team text := one ->> 'team_id';
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.directory_people', 'public.directory_groups', 'public.directory_group_members');
  -- With the team everything goes.
  IF NOT EXISTS (SELECT FROM public.teams WHERE id = team) THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(team, 'directory changed', jsonb_build_object('change', TG_ARGV[0],
    'person', public.receipt_person(one ->> 'user_id', team),
    'group', CASE TG_TABLE_NAME WHEN 'directory_groups' THEN one ->> 'id' ELSE one ->> 'group_id' END,
    'state', one ->> 'state', 'directory', nullif(current_setting('amber.directory', true), '')));
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_directory"() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_directory_named" AFTER INSERT ON "directory_people" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_directory"('person added');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_directory_person" AFTER UPDATE ON "directory_people" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NEW.state, NEW.external_id) IS DISTINCT FROM (OLD.state, OLD.external_id)) EXECUTE FUNCTION "receipt_of_directory"('person changed');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_directory_group_added" AFTER INSERT ON "directory_groups" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_directory"('group added');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_directory_group" AFTER UPDATE ON "directory_groups" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NEW.name, NEW.external_id) IS DISTINCT FROM (OLD.name, OLD.external_id)) EXECUTE FUNCTION "receipt_of_directory"('group changed');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_directory_group_removed" AFTER DELETE ON "directory_groups" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_directory"('group removed');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_directory_group_joined" AFTER INSERT ON "directory_group_members" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_directory"('group joined');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_directory_group_left" AFTER DELETE ON "directory_group_members" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_directory"('group left');
