ALTER TABLE "campaigns" ADD COLUMN "occurs_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "blocking" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_series" ON "campaigns" USING btree ("company_id","series_id","occurs_at") WHERE series_id is not null;