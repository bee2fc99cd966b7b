DROP INDEX "approvals_team_status";--> statement-breakpoint
DROP INDEX "calls_unresolved";--> statement-breakpoint
CREATE INDEX "approvals_pending" ON "approvals" USING btree ("team_id","requested_at","id") WHERE "approvals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_pending_of_chat" ON "approvals" USING btree ("chat_id") WHERE "approvals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_asked" ON "approvals" USING btree ("team_id","requested_at","id") WHERE "approvals"."kind" = 'ask';--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("team_id",coalesce("decided_at", "expires_at"),"id") WHERE "approvals"."kind" = 'ask';--> statement-breakpoint
CREATE INDEX "approvals_decided_of_person" ON "approvals" USING btree ("requested_by",coalesce("decided_at", "expires_at"),"id") WHERE "approvals"."kind" = 'ask';--> statement-breakpoint
CREATE INDEX "approvals_choices" ON "approvals" USING btree ("team_id","requested_by","tool","server","status") WHERE "approvals"."kind" = 'ask';--> statement-breakpoint
CREATE INDEX "runs_running" ON "runs" USING btree ("chat_id") WHERE "runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "runs_of_token_waiting" ON "runs" USING btree ("token_id") WHERE "runs"."status" = 'waiting' and "runs"."token_id" is not null;--> statement-breakpoint
CREATE INDEX "calls_unknown" ON "calls" USING btree ("chat_id") WHERE "calls"."status" = 'unknown';--> statement-breakpoint
CREATE INDEX "calls_team" ON "calls" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "receipts_hour" ON "receipts" USING btree ("team_id",date_trunc('hour', "at" at time zone 'UTC'));--> statement-breakpoint
CREATE INDEX "receipts_kind" ON "receipts" USING btree ("team_id","kind",date_trunc('hour', "at" at time zone 'UTC'));--> statement-breakpoint
CREATE INDEX "receipts_tool" ON "receipts" USING btree ("team_id",("body"::jsonb ->> 'server'),coalesce("body"::jsonb ->> 'tool', ''),date_trunc('hour', "at" at time zone 'UTC'));--> statement-breakpoint
CREATE INDEX "receipts_person" ON "receipts" USING btree (("body"::jsonb -> 'person' ->> 'id'),date_trunc('hour', "at" at time zone 'UTC'));--> statement-breakpoint
CREATE INDEX "receipts_for" ON "receipts" USING btree (("body"::jsonb ->> 'for'),date_trunc('hour', "at" at time zone 'UTC'));--> statement-breakpoint
CREATE INDEX "receipts_own" ON "receipts" USING btree (("body"::jsonb ->> 'own'),date_trunc('hour', "at" at time zone 'UTC')) WHERE ("receipts"."body"::jsonb ->> 'own') is not null;--> statement-breakpoint
CREATE INDEX "receipts_chat" ON "receipts" USING btree (("body"::jsonb ->> 'chat'),date_trunc('hour', "at" at time zone 'UTC'));--> statement-breakpoint
CREATE INDEX "outside_requests_open" ON "outside_requests" USING btree ("token_id") WHERE "outside_requests"."ended_at" is null;