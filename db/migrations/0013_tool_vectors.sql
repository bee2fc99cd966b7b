CREATE TABLE "tool_vectors" (
	"key" text PRIMARY KEY NOT NULL,
	"vector" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tool_vectors_used" ON "tool_vectors" USING btree ("used_at");