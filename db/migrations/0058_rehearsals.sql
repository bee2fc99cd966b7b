ALTER TABLE "tool_pins" ADD COLUMN "rehearsal" json;--> statement-breakpoint
CREATE INDEX "calls_rehearsals" ON "calls" USING btree ("team_id","server","tool") WHERE "calls"."step" = 0 and starts_with("calls"."tool_call_id", 'check_rehearsal_');--> statement-breakpoint
-- That an argument makes calls of a tool rehearsals, and that it does not any more, stands in the record.
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
          WHEN change IN ('recorded', 'unrecorded') THEN jsonb_build_object('record', it -> 'record')
          -- What was otherwise in a record may be anybody's words, and stands in the ledger.
          WHEN change IN ('rehearsed', 'unrehearsed') THEN jsonb_build_object('rehearsal',
            CASE WHEN jsonb_typeof(it -> 'rehearsal') = 'object' THEN (it -> 'rehearsal') - 'differences' END) ELSE '{}'::jsonb END;
  END CASE;
  PERFORM receipt_add(team, 'server changed', tells || jsonb_build_object('change', change, 'person', receipt_person(by_whom, team)));
  RETURN NULL;
END $$;--> statement-breakpoint
-- A rehearsal is no call of what it rehearses.
CREATE OR REPLACE FUNCTION "receipt_of_call"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path TO pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id, 'run', NEW.run_id, 'toolCall', NEW.tool_call_id,
    'for', (SELECT user_id FROM public.chats WHERE id = NEW.chat_id), 'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash)
    || public.receipt_visitor(NEW.run_id)
    || CASE WHEN NEW.step = 0 AND starts_with(NEW.tool_call_id, 'check_rehearsal_') THEN jsonb_build_object('rehearsal', true) ELSE '{}'::jsonb END;
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.calls');
  IF NEW.claimed_at IS NOT NULL AND (is_new OR OLD.claimed_at IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'claimed', it || jsonb_build_object('trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'round', NEW.round, 'grant', NEW.grant_id,
      'person', public.receipt_person(NEW.decided_by, NEW.team_id)));
  END IF;
  IF NEW.attempts > 0 AND (is_new OR NEW.attempts > OLD.attempts) THEN
    PERFORM public.receipt_add(NEW.team_id, 'dispatched', it || jsonb_build_object('attempt', NEW.attempts));
  END IF;
  IF NEW.status IN ('success', 'error', 'abort', 'unknown') AND (is_new OR NEW.status <> OLD.status) THEN
    PERFORM public.receipt_add(NEW.team_id, CASE WHEN NEW.attempts > 0 THEN 'answered' ELSE 'not sent' END,
      it || jsonb_build_object('status', NEW.status, 'resultHash', NEW.result_hash)
        || CASE WHEN NEW.status = 'success' THEN public.receipt_kept(NEW.id) ELSE '{}'::jsonb END);
  END IF;
  IF NEW.resolution IS NOT NULL AND (is_new OR OLD.resolution IS NULL) THEN
    PERFORM public.receipt_add(NEW.team_id, 'resolved', it || jsonb_build_object('resolution', NEW.resolution,
      'person', public.receipt_person(NEW.resolved_by, NEW.team_id)));
  END IF;
  RETURN NULL;
END $$;
