CREATE TABLE "call_media" (
	"call_id" text NOT NULL,
	"place" integer NOT NULL,
	"type" text NOT NULL,
	"mime_type" text NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "call_media_call_id_place_pk" PRIMARY KEY("call_id","place")
);
--> statement-breakpoint
ALTER TABLE "call_media" ADD CONSTRAINT "call_media_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;