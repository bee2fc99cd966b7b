DROP INDEX "approvals_run";--> statement-breakpoint
CREATE INDEX "approvals_run" ON "approvals" USING btree ("run_id","tool_call_id","kind","requested_at","id");