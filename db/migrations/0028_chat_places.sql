ALTER TABLE "chats" ADD COLUMN "pinned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "temporary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "chats_pinned" ON "chats" USING btree ("user_id") WHERE "chats"."pinned_at" is not null;--> statement-breakpoint
CREATE INDEX "chats_to_erase" ON "chats" USING btree ("deleted_at") WHERE ("chats"."deleted_at" is not null or "chats"."temporary") and "chats"."erased_at" is null;--> statement-breakpoint
-- Until now a deleted chat lost its messages at once: there is nothing to take back.
UPDATE "chats" SET "erased_at" = "deleted_at" WHERE "deleted_at" IS NOT NULL;
