ALTER TABLE "runs" ADD COLUMN "trace" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "model_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "model_errors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "model_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "tokens_read" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "tokens_written" integer DEFAULT 0 NOT NULL;