DROP INDEX "contacts_inbound";--> statement-breakpoint
CREATE INDEX "contact_identities_username" ON "contact_identities" USING btree ("company_id",lower(recado_unaccent(username)) text_pattern_ops) WHERE username <> '';--> statement-breakpoint
CREATE INDEX "contacts_source" ON "contacts" USING btree ("company_id","source","created_at","id") WHERE source not in ('chat', 'import');--> statement-breakpoint
CREATE INDEX "contacts_attributes" ON "contacts" USING gin (attributes jsonb_path_ops) WHERE attributes <> '{}';--> statement-breakpoint
CREATE INDEX "contacts_inbound" ON "contacts" USING btree ("company_id","last_inbound_day","id") WHERE deleted_at is null;