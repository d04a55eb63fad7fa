ALTER TABLE "message_quarters" RENAME TO "message_stats_15m";--> statement-breakpoint
ALTER TABLE "message_stats_15m" RENAME COLUMN "quarter" TO "bucket";--> statement-breakpoint
ALTER TABLE "message_stats_15m" RENAME CONSTRAINT "message_quarters_company_id_quarter_channel_id_pk" TO "message_stats_15m_company_id_bucket_channel_id_pk";--> statement-breakpoint
ALTER TABLE "message_stats_15m" RENAME CONSTRAINT "message_quarters_company_id_companies_id_fk" TO "message_stats_15m_company_id_companies_id_fk";--> statement-breakpoint
ALTER TABLE "message_spend_15m" RENAME COLUMN "quarter" TO "bucket";--> statement-breakpoint
ALTER TABLE "message_spend_15m" RENAME CONSTRAINT "message_spend_15m_company_id_quarter_channel_id_category_pk" TO "message_spend_15m_company_id_bucket_channel_id_category_pk";--> statement-breakpoint
ALTER TABLE "message_marks" RENAME COLUMN "quarter" TO "bucket";--> statement-breakpoint
ALTER INDEX "message_marks_quarter" RENAME TO "message_marks_bucket";--> statement-breakpoint
ALTER FUNCTION "mark_message_quarters" RENAME TO "mark_message_buckets";
