CREATE TABLE "kept_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"call_id" text NOT NULL,
	"table_name" text NOT NULL,
	"key" text NOT NULL,
	"before" json,
	"after" json,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "reversible" boolean;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "undoes" text;--> statement-breakpoint
ALTER TABLE "effects" ADD COLUMN "undoes" text;--> statement-breakpoint
ALTER TABLE "effects" ADD COLUMN "undone_by" text;--> statement-breakpoint
CREATE INDEX "kept_changes_call" ON "kept_changes" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "kept_changes_at" ON "kept_changes" USING btree ("at");--> statement-breakpoint
-- Everything is a change of the call whose effect is noted first, to the end of its transaction.
CREATE FUNCTION "kept_call"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_catalog.set_config('amber.call', NEW.call_id, true);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "effects_kept_call" BEFORE INSERT ON "effects" FOR EACH ROW EXECUTE FUNCTION "kept_call"();--> statement-breakpoint
-- A row as it is kept and compared: the same text in every session.
CREATE FUNCTION "kept_row"(one anyelement) RETURNS json LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  RETURN row_to_json(one);
END $$;--> statement-breakpoint
CREATE FUNCTION "keep_change"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  was json := CASE WHEN TG_OP <> 'INSERT' THEN row_to_json(OLD) END;
  becomes json := CASE WHEN TG_OP <> 'DELETE' THEN row_to_json(NEW) END;
  one json := coalesce(was, becomes);
BEGIN
  IF was::text IS NOT DISTINCT FROM becomes::text THEN RETURN NULL; END IF;
  INSERT INTO kept_changes (call_id, table_name, key, before, after) VALUES (current_setting('amber.call'), TG_TABLE_NAME,
    CASE TG_TABLE_NAME WHEN 'invoice_lines' THEN (one ->> 'invoice_id') || ' ' || (one ->> 'position') ELSE one ->> 'id' END,
    was, becomes);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "customers_kept" AFTER INSERT OR UPDATE OR DELETE ON "customers" FOR EACH ROW
  WHEN (coalesce(current_setting('amber.call', true), '') <> '') EXECUTE FUNCTION "keep_change"();--> statement-breakpoint
CREATE TRIGGER "orders_kept" AFTER INSERT OR UPDATE OR DELETE ON "orders" FOR EACH ROW
  WHEN (coalesce(current_setting('amber.call', true), '') <> '') EXECUTE FUNCTION "keep_change"();--> statement-breakpoint
CREATE TRIGGER "invoices_kept" AFTER INSERT OR UPDATE OR DELETE ON "invoices" FOR EACH ROW
  WHEN (coalesce(current_setting('amber.call', true), '') <> '') EXECUTE FUNCTION "keep_change"();--> statement-breakpoint
CREATE TRIGGER "invoice_lines_kept" AFTER INSERT OR UPDATE OR DELETE ON "invoice_lines" FOR EACH ROW
  WHEN (coalesce(current_setting('amber.call', true), '') <> '') EXECUTE FUNCTION "keep_change"();--> statement-breakpoint
CREATE TRIGGER "categories_kept" AFTER INSERT OR UPDATE OR DELETE ON "categories" FOR EACH ROW
  WHEN (coalesce(current_setting('amber.call', true), '') <> '') EXECUTE FUNCTION "keep_change"();--> statement-breakpoint
CREATE TRIGGER "transactions_kept" AFTER INSERT OR UPDATE OR DELETE ON "transactions" FOR EACH ROW
  WHEN (coalesce(current_setting('amber.call', true), '') <> '') EXECUTE FUNCTION "keep_change"();--> statement-breakpoint
CREATE TRIGGER "facts_kept" AFTER INSERT OR UPDATE OR DELETE ON "facts" FOR EACH ROW
  WHEN (coalesce(current_setting('amber.call', true), '') <> '') EXECUTE FUNCTION "keep_change"();
