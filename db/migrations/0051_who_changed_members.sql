-- A receipt of a member names who made the change, where somebody did: an admin at the page, not the person themselves.
CREATE OR REPLACE FUNCTION "receipt_of_member"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path TO pg_catalog, public, pg_temp AS $$
DECLARE
  member public.members%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  by_whom text := nullif(current_setting('amber.person', true), '');
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.members');
  -- With the team everybody goes; nobody has left it.
  IF NOT EXISTS (SELECT FROM public.teams WHERE id = member.team_id) THEN RETURN NULL; END IF;
  PERFORM public.receipt_add(member.team_id,
    CASE TG_OP WHEN 'INSERT' THEN 'joined' WHEN 'UPDATE' THEN 'role changed' ELSE 'left' END,
    jsonb_build_object('person', jsonb_build_object('id', member.user_id, 'role', member.role),
      'was', CASE WHEN TG_OP = 'UPDATE' THEN OLD.role END)
      || CASE WHEN by_whom IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('by', by_whom) END);
  RETURN NULL;
END $$;
