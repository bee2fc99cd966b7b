CREATE TABLE "tool_memory" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"message_id" text NOT NULL,
	"tool" text NOT NULL,
	"message" json NOT NULL,
	"suppliers" text[] DEFAULT '{}' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "offered" json;--> statement-breakpoint
ALTER TABLE "tool_memory" ADD CONSTRAINT "tool_memory_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_memory" ADD CONSTRAINT "tool_memory_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_memory" ADD CONSTRAINT "tool_memory_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_memory_once" ON "tool_memory" USING btree ("chat_id","message_id","tool");--> statement-breakpoint
CREATE INDEX "tool_memory_team" ON "tool_memory" USING btree ("team_id","seq");--> statement-breakpoint
CREATE INDEX "tool_memory_user" ON "tool_memory" USING btree ("user_id");