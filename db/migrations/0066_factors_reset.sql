CREATE INDEX "sign_on_attempts_created" ON "sign_on_attempts" USING btree ("created_at");--> statement-breakpoint
-- A receipt of a factor says by whom it was taken away, where that was somebody else, and by which way.
CREATE OR REPLACE FUNCTION "receipt_of_factor"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  whose text := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  by_whom text := nullif(current_setting('amber.person', true), '');
  by_way text := nullif(current_setting('amber.way', true), '');
  team text;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.two_factors', 'public.passkeys');
  SELECT team_id INTO team FROM public.members WHERE user_id = whose;
  -- Who is in no team has nobody to whom it would be told.
  IF team IS NULL THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(team, 'account changed', jsonb_build_object(
    'person', public.receipt_person(whose, team), 'change', TG_ARGV[0])
      || CASE WHEN by_whom = whose OR by_whom IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('by', by_whom) END
      || CASE WHEN by_way IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('way', by_way) END);
  RETURN NULL;
END $$;
