ALTER TABLE "uploads" ADD COLUMN "source" json;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "outside" boolean DEFAULT true NOT NULL;