-- As before, and only of runs at the head of their tree: a sub-agent's end is no answer's, and where it waits its head waits for
-- it. What an admin must confirm below the head gives the person whose chat it is nothing to do either.
CREATE OR REPLACE FUNCTION "push_of_run"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  prefix text := 'run_' || NEW.id || '_';
  chat record;
BEGIN
  IF NEW.root_run_id IS NOT NULL THEN RETURN NULL; END IF;
  SELECT c.user_id, c.team_id, m.role INTO chat FROM chats c JOIN members m ON m.user_id = c.user_id AND m.team_id = c.team_id
    WHERE c.id = NEW.chat_id AND EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = c.user_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM push_withdraw(prefix);
  IF NEW.status IN ('done', 'failed') THEN
    PERFORM push_add(prefix, chat.user_id, chat.team_id, 'ended', '/chat/' || NEW.chat_id);
  ELSIF NEW.status = 'waiting' AND (chat.role = 'admin' OR NOT EXISTS (
      SELECT FROM approvals a WHERE a.status = 'pending' AND a.requirement <> 'ask'
        AND (a.run_id = NEW.id OR a.run_id IN (SELECT r.id FROM runs r WHERE r.root_run_id = NEW.id)))) THEN
    PERFORM push_add(prefix, chat.user_id, chat.team_id, 'waits', '/chat/' || NEW.chat_id);
  END IF;
  RETURN NULL;
END $$;
