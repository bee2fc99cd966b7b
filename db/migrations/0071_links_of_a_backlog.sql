-- Where many receipts wait for their links at once, PostgreSQL preferred to read all receipts of the team in order, those linked long
-- ago as well, to find the first thousand that wait: each thousand took longer than the one before. The thousand are chosen first now,
-- and each is looked up by its id.
CREATE OR REPLACE FUNCTION "receipts_link"(team text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head public.receipt_heads%ROWTYPE;
  one record;
  content text;
  chained text;
  linked bigint[] := '{}';
BEGIN
  IF NOT EXISTS (SELECT FROM public.receipt_tail t WHERE t.team_id = team) THEN RETURN 0; END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended(team, 7236011)) THEN RETURN 0; END IF;
  INSERT INTO public.receipt_heads VALUES (team, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM public.receipt_heads h WHERE h.team_id = team;
  FOR one IN SELECT r.* FROM
      (SELECT w.receipt_id FROM public.receipt_tail w WHERE w.team_id = team ORDER BY w.receipt_id LIMIT 1000) t,
      LATERAL (SELECT * FROM public.receipts x WHERE x.id = t.receipt_id AND x.team_id = team LIMIT 1) r
      ORDER BY t.receipt_id LOOP
    content := public.receipt_content(one.at, one.kind, one.body);
    CONTINUE WHEN one.mac IS DISTINCT FROM public.receipt_mac(one.id, team, content);
    chained := encode(sha256(convert_to(head.hash || E'\n' || (head.seq + 1) || E'\n' || content, 'UTF8')), 'hex');
    INSERT INTO public.receipt_links VALUES (team, head.seq + 1, one.id, head.hash, chained, clock_timestamp());
    head.seq := head.seq + 1;
    head.hash := chained;
    linked := linked || one.id;
  END LOOP;
  IF linked = '{}' THEN RETURN 0; END IF;
  UPDATE public.receipt_heads h SET seq = head.seq, hash = head.hash WHERE h.team_id = team;
  DELETE FROM public.receipt_tail t WHERE t.team_id = team AND t.receipt_id = ANY (linked);
  RETURN cardinality(linked);
END $$;
