UPDATE contacts SET phone = null WHERE merged_into_id is not null and deleted_at is not null and phone is not null;--> statement-breakpoint
UPDATE contacts ct SET last_inbound_at = greatest(ct.last_inbound_at, v.inbound), last_outbound_at = greatest(ct.last_outbound_at, v.outbound)
FROM (
	SELECT company_id, contact_id, max(last_inbound_at) AS inbound, max(last_message_at) FILTER (WHERE last_direction = 'out') AS outbound
	FROM conversations GROUP BY company_id, contact_id
) v WHERE v.company_id = ct.company_id and v.contact_id = ct.id;--> statement-breakpoint
DROP INDEX "contact_lists_company";--> statement-breakpoint
DROP INDEX "contacts_phone_key";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "last_inbound_day" date GENERATED ALWAYS AS (coalesce((last_inbound_at at time zone 'UTC')::date, '-infinity'::date)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("company_id",lower(recado_unaccent(coalesce(name, profile_name, phone, ''))),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contacts_inbound" ON "contacts" USING btree ("company_id","last_inbound_day") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contacts_owner" ON "contacts" USING btree ("company_id","owner_id","created_at","id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "contacts_lifecycle" ON "contacts" USING btree ("company_id","lifecycle","created_at","id") WHERE lifecycle is not null;--> statement-breakpoint
CREATE INDEX "contacts_marketing" ON "contacts" USING btree ("company_id","created_at","id") WHERE marketing = 'denied';--> statement-breakpoint
CREATE UNIQUE INDEX "contact_lists_key" ON "contact_lists" USING btree ("company_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_phone_key" ON "contacts" USING btree ("company_id","phone") WHERE phone is not null;