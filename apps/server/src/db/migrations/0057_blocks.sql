ALTER TABLE "contacts" ADD COLUMN "block" jsonb;--> statement-breakpoint
CREATE INDEX "contacts_blocked" ON "contacts" USING btree ("company_id","id") WHERE blocked_at is not null;