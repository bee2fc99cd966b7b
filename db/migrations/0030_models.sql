ALTER TABLE "chats" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "made" json;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "model" text;