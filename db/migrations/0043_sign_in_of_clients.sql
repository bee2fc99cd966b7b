CREATE TABLE "authorization_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text,
	"redirect_uri" text NOT NULL,
	"state" text,
	"challenge" text NOT NULL,
	"asked" jsonb,
	"resource" text NOT NULL,
	"browser_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"user_id" text,
	"team_id" text,
	"scopes" jsonb,
	"days" integer,
	"device" text,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"token_id" text,
	CONSTRAINT "authorization_requests_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"redirect_uris" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "redirect_uri" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "resource" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "access_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "refresh_hash" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "rotated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "successor" text;--> statement-breakpoint
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "authorization_requests_created" ON "authorization_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_used" ON "oauth_clients" USING btree ("used_at","created_at");