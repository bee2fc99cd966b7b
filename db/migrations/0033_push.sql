CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
-- What a person's browsers are told, written with the change itself: paths that tell nobody pay one look at an index for it.
-- Three seconds later it leaves, unless what it tells of is over by then. It names a page and never what stands there.
CREATE FUNCTION "push_add"(prefix text, to_user text, of_team text, what text, page text) RETURNS void LANGUAGE sql
  SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO outbox (id, team_id, kind, recipient, subject, body, created_at)
  SELECT prefix || 'push_' || s.id || '_' || (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
    of_team, 'push', s.id, what, page, clock_timestamp() + interval '3 seconds'
  FROM push_subscriptions s
  JOIN members m ON m.user_id = s.user_id AND m.team_id = of_team
  JOIN sessions n ON n.id = s.session_id AND n.expires_at > now()
  WHERE s.user_id = to_user
$$;--> statement-breakpoint
-- What is just being sent is left alone: nobody waits for an address of others here.
CREATE FUNCTION "push_withdraw"(prefix text) RETURNS void LANGUAGE sql
  SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o WHERE o.status = 'pending' AND o.kind = 'push'
    AND o.attempts = 0 AND starts_with(o.id, prefix) FOR UPDATE SKIP LOCKED)
$$;--> statement-breakpoint
CREATE FUNCTION "push_of_run"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  prefix text := 'run_' || NEW.id || '_';
  chat record;
BEGIN
  SELECT c.user_id, c.team_id, m.role INTO chat FROM chats c JOIN members m ON m.user_id = c.user_id AND m.team_id = c.team_id
    WHERE c.id = NEW.chat_id AND EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = c.user_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM push_withdraw(prefix);
  IF NEW.status IN ('done', 'failed') THEN
    PERFORM push_add(prefix, chat.user_id, chat.team_id, 'ended', '/chat/' || NEW.chat_id);
  ELSIF NEW.status = 'waiting' AND (chat.role = 'admin' OR NOT EXISTS (
      SELECT FROM approvals a WHERE a.run_id = NEW.id AND a.status = 'pending' AND a.requirement <> 'ask')) THEN
    PERFORM push_add(prefix, chat.user_id, chat.team_id, 'waits', '/chat/' || NEW.chat_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "push_of_run" AFTER UPDATE OF "status" ON "runs" FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND NEW.token_id IS NULL) EXECUTE FUNCTION "push_of_run"();--> statement-breakpoint
CREATE FUNCTION "push_of_approval"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  prefix text := 'card_' || NEW.id || '_';
BEGIN
  IF NEW.status <> 'pending' THEN
    PERFORM push_withdraw(prefix);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM push_add(prefix, m.user_id, NEW.team_id, 'asked', '/approvals')
      FROM members m WHERE m.team_id = NEW.team_id AND m.role = 'admin' AND m.user_id <> NEW.requested_by;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "push_of_approval" AFTER INSERT OR UPDATE OF "status" ON "approvals" FOR EACH ROW
  WHEN (NEW.requirement <> 'ask') EXECUTE FUNCTION "push_of_approval"();--> statement-breakpoint
CREATE FUNCTION "push_of_form"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  prefix text := 'form_' || NEW.id || '_';
BEGIN
  IF NEW.status <> 'open' THEN
    PERFORM push_withdraw(prefix);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM push_add(prefix, c.user_id, c.team_id, 'waits', '/chat/' || c.id) FROM chats c WHERE c.id = NEW.chat_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "push_of_form" AFTER INSERT OR UPDATE OF "status" ON "elicitations" FOR EACH ROW
  EXECUTE FUNCTION "push_of_form"();
