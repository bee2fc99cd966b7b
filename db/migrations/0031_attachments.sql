CREATE TABLE "attachments" (
	"chat_id" text NOT NULL,
	"message_id" text NOT NULL,
	"upload_id" text NOT NULL,
	"entered_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "attachments_chat_id_message_id_upload_id_pk" PRIMARY KEY("chat_id","message_id","upload_id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"sha256" text NOT NULL,
	"words" text NOT NULL,
	"cut" boolean NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "imported_from" text;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "imported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "origin_hash" text;--> statement-breakpoint
ALTER TABLE "queued_messages" ADD COLUMN "files" json;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_upload" ON "attachments" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chats_origin" ON "chats" USING btree ("user_id","origin_hash") WHERE "chats"."origin_hash" is not null and "chats"."erased_at" is null;--> statement-breakpoint
CREATE FUNCTION "receipt_of_attachment"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  chat public.chats%ROWTYPE;
  upload public.uploads%ROWTYPE;
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.attachments');
  SELECT * INTO chat FROM public.chats c WHERE c.id = NEW.chat_id;
  SELECT * INTO upload FROM public.uploads u WHERE u.id = NEW.upload_id;
  PERFORM receipt_add(chat.team_id, 'file attached', jsonb_build_object(
    'upload', upload.id, 'fileHash', upload.sha256, 'chat', chat.id, 'for', chat.user_id,
    'person', receipt_person(upload.user_id, chat.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_file_attached" AFTER INSERT ON "attachments" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "receipt_of_attachment"();--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_attachment"() FROM PUBLIC;--> statement-breakpoint
CREATE FUNCTION "receipt_of_import"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM receipt_is_of(TG_RELID, 'public.chats');
  PERFORM receipt_add(NEW.team_id, 'chat imported', jsonb_build_object(
    'from', NEW.imported_from, 'chat', NEW.id, 'for', NEW.user_id,
    'person', receipt_person(NEW.user_id, NEW.team_id)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "receipt_chat_imported" AFTER INSERT ON "chats" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.imported_from IS NOT NULL) EXECUTE FUNCTION "receipt_of_import"();--> statement-breakpoint
REVOKE ALL ON FUNCTION "receipt_of_import"() FROM PUBLIC;
