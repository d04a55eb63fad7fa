UPDATE "messages" SET "failed_at" = "occurred_at" WHERE "status" = 'failed' AND "failed_at" IS NULL;--> statement-breakpoint
DROP INDEX "messages_failed";--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("company_id","occurred_at","id") WHERE failed_at is not null;--> statement-breakpoint
-- Receipts change a message up to four times soon after it was written: with room in its page no index learns of it.
ALTER TABLE "messages" SET (fillfactor = 80);
