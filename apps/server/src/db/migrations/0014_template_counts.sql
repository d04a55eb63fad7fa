ALTER TABLE "template_accounts" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "template_stats" ADD COLUMN "own_sent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "template_stats" ADD COLUMN "own_delivered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "template_stats" ADD COLUMN "own_read" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "template_stats" ADD COLUMN "own_clicked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "template_stats" ADD COLUMN "own_failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "category_before" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "recategorised_at" timestamp with time zone;