-- The same receipts, byte for byte, for less. What a statement of a function computes from its own arguments is planned anew each
-- time, since that looks cheaper than a plan kept, and PostgreSQL before 18 reads a function in SQL anew for each statement in which
-- it stands. So whatever is computed is computed outside of statements, which are only left what they read and write.
CREATE OR REPLACE FUNCTION "receipt_hash"(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN encode(sha256(convert_to(words, 'UTF8')), 'hex');
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_mac"(number bigint, team text, content text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  inner_half text;
  outer_half text;
BEGIN
  SELECT k.inner_key, k.outer_key INTO inner_half, outer_half FROM public.receipt_key k;
  RETURN encode(sha256(decode(outer_half, 'hex') || sha256(decode(inner_half, 'hex')
    || convert_to(number || E'\n' || team || E'\n' || content, 'UTF8'))), 'hex');
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_add"(team text, kind text, body jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  number bigint := nextval('public.receipts_id_seq');
  kept text := jsonb_strip_nulls(body)::text;
  moment timestamp(3) with time zone := clock_timestamp();
  seal text := public.receipt_mac(number, team, public.receipt_content(moment, kind, kept));
BEGIN
  INSERT INTO public.receipts (id, team_id, at, kind, body, mac) VALUES (number, team, moment, kind, kept, seal);
  INSERT INTO public.receipt_tail (team_id, receipt_id) VALUES (team, number);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_call"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
  owner text;
  by_token text;
  by_client text;
  it jsonb;
BEGIN
  PERFORM public.receipt_is_of(TG_RELID, 'public.calls');
  SELECT c.user_id, r.token_id, r.client INTO owner, by_token, by_client FROM (VALUES (1)) one
    LEFT JOIN public.chats c ON c.id = NEW.chat_id
    LEFT JOIN public.runs r ON r.id = NEW.run_id AND r.token_id IS NOT NULL;
  it := jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id, 'run', NEW.run_id, 'toolCall', NEW.tool_call_id,
    'for', owner, 'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash, 'token', by_token, 'client', by_client,
    'rehearsal', CASE WHEN NEW.step = 0 AND starts_with(NEW.tool_call_id, 'check_rehearsal_') THEN true END);
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
