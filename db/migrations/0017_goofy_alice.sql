ALTER TABLE "team_servers" ADD COLUMN "timeout_ms" integer;--> statement-breakpoint
ALTER TABLE "team_servers" ADD COLUMN "total_timeout_ms" integer;