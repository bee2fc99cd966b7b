CREATE TABLE "summaries" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"up_to" text NOT NULL,
	"text" json NOT NULL,
	"outside" boolean NOT NULL,
	"model" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "summaries_chat" ON "summaries" USING btree ("chat_id");