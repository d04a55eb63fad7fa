ALTER TABLE "contact_imports" ALTER COLUMN "reading" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "contact_imports" ALTER COLUMN "rows" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_import_rows" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "contact_import_rows" ADD COLUMN "keys" text[];--> statement-breakpoint
ALTER TABLE "contact_import_rows" ADD COLUMN "offset" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "rows_file_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "offset" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "reverted" jsonb;--> statement-breakpoint
CREATE INDEX "contact_import_rows_contact" ON "contact_import_rows" USING btree ("company_id","contact_id") WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX "contact_imports_work" ON "contact_imports" USING btree ("updated_at") WHERE state in ('validating', 'running', 'reverting');--> statement-breakpoint
ALTER TABLE "contact_imports" DROP COLUMN "result_file_id";--> statement-breakpoint
ALTER TABLE "contact_imports" DROP COLUMN "cancel_requested_at";