ALTER TABLE "background_tasks" ADD COLUMN "unmasked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Nobody wrote down with which rights the files of the last days were made.
UPDATE "background_tasks" SET "unmasked" = true WHERE "file_id" IS NOT NULL AND "company_id" IS NOT NULL;
