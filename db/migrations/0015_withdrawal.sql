CREATE TABLE "ended_sessions" (
	"token_id" text NOT NULL,
	"session" text NOT NULL,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ended_sessions_token_id_session_pk" PRIMARY KEY("token_id","session")
);
--> statement-breakpoint
CREATE TABLE "outside_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"session" text,
	"client" text,
	"request_id" text NOT NULL,
	"run_id" text,
	"early" boolean DEFAULT false NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended" text
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ended_sessions" ADD CONSTRAINT "ended_sessions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_requests" ADD CONSTRAINT "outside_requests_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_requests" ADD CONSTRAINT "outside_requests_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outside_requests_named" ON "outside_requests" USING btree ("token_id","request_id");--> statement-breakpoint
CREATE INDEX "outside_requests_run" ON "outside_requests" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "outside_requests_ended" ON "outside_requests" USING btree ("ended_at");