ALTER TABLE "chats" ADD COLUMN "root_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "root_run_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_root_id_chats_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_root_run_id_runs_id_fk" FOREIGN KEY ("root_run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chats_of_root" ON "chats" USING btree ("root_id") WHERE "chats"."root_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_root" ON "runs" USING btree ("root_run_id") WHERE "runs"."root_run_id" is not null;