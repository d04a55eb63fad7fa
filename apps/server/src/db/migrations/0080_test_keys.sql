ALTER TABLE "companies" ADD COLUMN "sandbox_of" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_sandbox" ON "companies" USING btree ("sandbox_of");