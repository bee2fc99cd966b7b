ALTER TABLE "chats" ADD COLUMN "title_words" "tsvector";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "words" "tsvector";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chats_words" ON "chats" USING gin ("title_words");--> statement-breakpoint
CREATE INDEX "chats_wordless" ON "chats" USING btree ("id") WHERE "chats"."title_words" is null;--> statement-breakpoint
CREATE INDEX "messages_user" ON "messages" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "messages_wordless" ON "messages" USING btree ("seq") WHERE "messages"."words" is null;