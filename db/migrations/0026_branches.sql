ALTER TABLE "messages" ADD COLUMN "parent" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_parent" ON "messages" USING btree ("chat_id","parent");--> statement-breakpoint
CREATE INDEX "messages_left" ON "messages" USING btree ("chat_id") WHERE not "messages"."active";--> statement-breakpoint
-- A chat of before is one line.
UPDATE "messages" m SET parent = line.before
  FROM (SELECT chat_id, id, lag(id) OVER (PARTITION BY chat_id ORDER BY seq) AS before FROM "messages") line
  WHERE line.chat_id = m.chat_id AND line.id = m.id AND line.before IS NOT NULL;
