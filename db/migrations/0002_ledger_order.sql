ALTER TABLE "calls" ADD COLUMN "seq" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "calls_on_their_way" ON "calls" USING btree ("run_id") WHERE "calls"."status" = 'dispatched';