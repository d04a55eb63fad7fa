ALTER TABLE "contact_system_events" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_system_events_paid" ON "contact_system_events" USING btree ("company_id","at") WHERE canonical = 'order.paid';--> statement-breakpoint
UPDATE "contact_system_events" e SET "is_test" = true FROM "webhook_inbound_events" i WHERE i."id" = e."id" AND i."is_test";
