ALTER TABLE "conversations" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversations_failed" ON "conversations" USING btree ("company_id","last_message_at","id") WHERE failed_at is not null;--> statement-breakpoint
-- What failed in the last days is still worth knowing; what is older is not dug up.
UPDATE "conversations" c SET "failed_at" = f."at" FROM (
  SELECT "company_id", "conversation_id", max("failed_at") AS "at" FROM "messages"
  WHERE "status" = 'failed' AND "direction" = 'out' AND "origin" IN ('agent', 'phone_app', 'api')
    AND NOT "payload" ? 'resentAs' AND "occurred_at" > now() - interval '7 days'
  GROUP BY 1, 2
) f WHERE c."company_id" = f."company_id" AND c."id" = f."conversation_id";
