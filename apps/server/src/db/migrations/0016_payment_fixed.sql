ALTER TABLE "saved_views" ALTER COLUMN "company_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "wa_accounts" ADD COLUMN "payment_fixed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "default_of" uuid[] DEFAULT '{}'::uuid[] NOT NULL;