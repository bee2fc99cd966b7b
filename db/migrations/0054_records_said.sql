ALTER TABLE "tool_pins" ADD COLUMN "record" json;--> statement-breakpoint
-- What an admin says shows the records of a tool stands in the record as well.
CREATE OR REPLACE FUNCTION "receipt_of_servers"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path TO pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  team text := it ->> 'team_id';
  -- Nobody is named in a row that goes, and who added a server need not be who changes it: whoever does says so in the transaction.
  by_whom text := CASE WHEN TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'team_servers') THEN nullif(current_setting('amber.person', true), '')
    ELSE coalesce(it ->> 'added_by', it ->> 'vouched_by', it ->> 'looked_by', it ->> 'set_by') END;
  people text[] := ARRAY['added_by', 'vouched_by', 'looked_by', 'set_by'];
  change text;
  tells jsonb;
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.team_servers', 'public.server_vouches', 'public.server_looks', 'public.tool_pins');
  -- That a person is gone changes nothing of what he did.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - people = to_jsonb(OLD) - people THEN RETURN NULL; END IF;
  -- With the team its servers go; nobody has removed them.
  IF NOT EXISTS (SELECT FROM teams WHERE id = team) THEN RETURN NULL; END IF;
  CASE TG_TABLE_NAME
    WHEN 'team_servers' THEN
      change := CASE TG_OP WHEN 'DELETE' THEN 'removed' WHEN 'UPDATE' THEN 'changed' ELSE 'added' END;
      tells := jsonb_build_object('server', it ->> 'name', 'urlHash', receipt_hash(it ->> 'url'), 'credentialHash', receipt_hash(it ->> 'sealed_headers'));
    WHEN 'server_vouches' THEN
      change := CASE TG_OP WHEN 'DELETE' THEN 'withdrawn' ELSE 'vouched' END;
      tells := jsonb_build_object('server', it ->> 'server', 'identityHash', it ->> 'identity');
    WHEN 'server_looks' THEN
      change := 'looked';
      tells := jsonb_build_object('server', it ->> 'server', 'identityHash', it ->> 'identity', 'definitionsHash', it ->> 'definitions_hash', 'tools', (it ->> 'tools')::integer);
    ELSE
      change := it ->> 'reason';
      tells := jsonb_build_object('server', it ->> 'server', 'tool', it ->> 'tool', 'identityHash', it ->> 'identity', 'definitionHash', it ->> 'definition_hash',
        'wasHash', CASE WHEN TG_OP = 'UPDATE' THEN OLD.definition_hash END)
        || CASE WHEN change IN ('believed', 'doubted') THEN jsonb_build_object('believed', it -> 'believed')
          WHEN change IN ('recorded', 'unrecorded') THEN jsonb_build_object('record', it -> 'record') ELSE '{}'::jsonb END;
  END CASE;
  PERFORM receipt_add(team, 'server changed', tells || jsonb_build_object('change', change, 'person', receipt_person(by_whom, team)));
  RETURN NULL;
END $$;
