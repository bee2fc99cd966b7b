CREATE TABLE "tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"paced_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
DROP INDEX "runs_one_active_per_chat";--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "token_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "token_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "client" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "asked_hash" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tokens_team" ON "tokens" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chats_token" ON "chats" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "runs_of_token" ON "runs" USING btree ("token_id","created_at") WHERE "runs"."token_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_same_call" ON "runs" USING btree ("token_id","asked_hash") WHERE "runs"."asked_hash" is not null and "runs"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active_per_chat" ON "runs" USING btree ("chat_id") WHERE "runs"."status" in ('running', 'waiting') and "runs"."token_id" is null;--> statement-breakpoint
CREATE FUNCTION "receipt_of_token"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.tokens');
  PERFORM receipt_add(NEW.team_id, CASE WHEN is_new THEN 'token made' ELSE 'token revoked' END, jsonb_build_object(
    'token', NEW.id, 'for', NEW.user_id, 'nameHash', receipt_hash(NEW.name), 'scopes', NEW.scopes,
    'person', receipt_person(CASE WHEN is_new THEN NEW.user_id ELSE NEW.revoked_by END, NEW.team_id),
    'until', to_char(NEW.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_token_made" AFTER INSERT ON "tokens" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_token"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_token_revoked" AFTER UPDATE OF "revoked_at" ON "tokens" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION "receipt_of_token"();--> statement-breakpoint
-- With which token, and by which client, a call was made that did not come from a chat.
CREATE FUNCTION "receipt_visitor"(run text) RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN coalesce((SELECT jsonb_build_object('token', r.token_id, 'client', r.client) FROM public.runs r
    WHERE r.id = run AND r.token_id IS NOT NULL), '{}'::jsonb);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_card"(card approvals) RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object('approval', card.id, 'chat', card.chat_id, 'run', card.run_id, 'for', card.requested_by,
    'toolCall', card.tool_call_id, 'server', card.server, 'tool', card.tool, 'inputHash', card.input_hash)
    || public.receipt_visitor(card.run_id);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "receipt_of_call"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  it jsonb := jsonb_build_object('call', NEW.id, 'chat', NEW.chat_id, 'run', NEW.run_id, 'toolCall', NEW.tool_call_id,
    'for', (SELECT user_id FROM chats WHERE id = NEW.chat_id), 'server', NEW.server, 'tool', NEW.tool, 'inputHash', NEW.input_hash)
    || receipt_visitor(NEW.run_id);
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.calls');
  IF NEW.claimed_at IS NOT NULL AND (is_new OR OLD.claimed_at IS NULL) THEN
    PERFORM receipt_add(NEW.team_id, 'claimed', it || jsonb_build_object('trusted', NEW.trusted, 'risk', NEW.risk,
      'definitionHash', NEW.definition_hash, 'round', NEW.round, 'grant', NEW.grant_id,
      'person', receipt_person(NEW.decided_by, NEW.team_id)));
  END IF;
  IF NEW.attempts > 0 AND (is_new OR NEW.attempts > OLD.attempts) THEN
    PERFORM receipt_add(NEW.team_id, 'dispatched', it || jsonb_build_object('attempt', NEW.attempts));
  END IF;
  IF NEW.status IN ('success', 'error', 'abort', 'unknown') AND (is_new OR NEW.status <> OLD.status) THEN
    PERFORM receipt_add(NEW.team_id, CASE WHEN NEW.attempts > 0 THEN 'answered' ELSE 'not sent' END,
      it || jsonb_build_object('status', NEW.status, 'resultHash', NEW.result_hash));
  END IF;
  IF NEW.resolution IS NOT NULL AND (is_new OR OLD.resolution IS NULL) THEN
    PERFORM receipt_add(NEW.team_id, 'resolved', it || jsonb_build_object('resolution', NEW.resolution,
      'person', receipt_person(NEW.resolved_by, NEW.team_id)));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_token"() FROM PUBLIC;--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_visitor"(text) FROM PUBLIC;
