ALTER TABLE "system_campaign_recipients" ADD COLUMN "banner_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "system_campaign_recipients" ADD COLUMN "banner_dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "system_campaign_recipients" ADD COLUMN "banner_clicked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "system_campaigns" ADD COLUMN "banner_until" timestamp with time zone;