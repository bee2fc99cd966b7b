CREATE TABLE "calls" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"run_id" text NOT NULL,
	"tool_call_id" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"server" text NOT NULL,
	"server_url" text NOT NULL,
	"tool" text NOT NULL,
	"model_tool" text NOT NULL,
	"metadata" json NOT NULL,
	"definition_hash" text NOT NULL,
	"trusted" boolean NOT NULL,
	"risk" text NOT NULL,
	"input" text NOT NULL,
	"input_hash" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sends" integer DEFAULT 0 NOT NULL,
	"decided_by" text,
	"result" json,
	"result_hash" text,
	"error" text,
	"sealed_at" timestamp (3) with time zone,
	"resolution" text,
	"resolved_by" text,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"dispatched_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "effects" (
	"call_id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"result" json NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queued_messages" (
	"chat_id" text NOT NULL,
	"id" text NOT NULL,
	"seq" bigserial NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_events" ADD COLUMN "fence" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_events" DROP CONSTRAINT "run_events_run_id_seq_pk";--> statement-breakpoint
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_fence_seq_pk" PRIMARY KEY("run_id","fence","seq");--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "last_draft" numeric(100, 0) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "sdk_signature" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "fence" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "recoveries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "stop_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queued_messages" ADD CONSTRAINT "queued_messages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calls_once" ON "calls" USING btree ("run_id","tool_call_id","round");--> statement-breakpoint
CREATE INDEX "calls_chat" ON "calls" USING btree ("chat_id","created_at");--> statement-breakpoint
CREATE INDEX "calls_unresolved" ON "calls" USING btree ("chat_id") WHERE "calls"."status" = 'unknown' and "calls"."resolution" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "queued_messages_once" ON "queued_messages" USING btree ("chat_id","id");