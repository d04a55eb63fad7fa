ALTER TABLE "notification_idempotency" RENAME TO "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "organization_id" TO "owner";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "notification_idempotency_organization_id_key_pk" TO "idempotency_keys_owner_key_pk";--> statement-breakpoint
ALTER INDEX "notification_idempotency_expired" RENAME TO "idempotency_keys_expired";
