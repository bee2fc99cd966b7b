ALTER TABLE "outbox" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- As before, and no more than ten that wait for one browser: what it was not told by then is no news any more.
CREATE OR REPLACE FUNCTION "push_add"(prefix text, to_user text, of_team text, what text, page text) RETURNS void LANGUAGE sql
  SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO outbox (id, team_id, kind, recipient, subject, body, created_at)
  SELECT prefix || 'push_' || s.id || '_' || (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
    of_team, 'push', s.id, what, page, clock_timestamp() + interval '3 seconds'
  FROM push_subscriptions s
  JOIN members m ON m.user_id = s.user_id AND m.team_id = of_team
  JOIN sessions n ON n.id = s.session_id AND n.expires_at > now()
  WHERE s.user_id = to_user
    AND (SELECT count(*) FROM outbox o WHERE o.status = 'pending' AND o.kind = 'push' AND o.recipient = s.id) < 10
$$;
