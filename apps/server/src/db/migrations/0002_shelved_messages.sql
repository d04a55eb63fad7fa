DROP INDEX "notification_messages_feed";--> statement-breakpoint
DROP INDEX "notification_messages_unseen";--> statement-breakpoint
DROP INDEX "notification_messages_unread";--> statement-breakpoint
ALTER TABLE "notification_messages" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_messages" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notification_messages_shelved" ON "notification_messages" USING btree ("subscriber_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE channel = 'in_app' and deleted_at is null and (archived_at is not null or snoozed_until is not null);--> statement-breakpoint
CREATE INDEX "notification_messages_snoozed" ON "notification_messages" USING btree ("snoozed_until") WHERE deleted_at is null and snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "notification_messages_feed" ON "notification_messages" USING btree ("subscriber_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"feed_id","seen_at","read_at") WHERE channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null;--> statement-breakpoint
CREATE INDEX "notification_messages_unseen" ON "notification_messages" USING btree ("subscriber_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"feed_id") WHERE channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null and seen_at is null;--> statement-breakpoint
CREATE INDEX "notification_messages_unread" ON "notification_messages" USING btree ("subscriber_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"feed_id") WHERE channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null and read_at is null;