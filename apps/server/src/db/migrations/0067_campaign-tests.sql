ALTER TABLE "campaigns" ADD COLUMN "test_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "test_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "test_decision" jsonb;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD COLUMN "raw" jsonb;