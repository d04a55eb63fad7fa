CREATE TABLE "contact_settings" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_attributes" ADD COLUMN "is_unique" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_attributes" ADD COLUMN "searchable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_attributes" ADD COLUMN "pattern" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_attributes" ADD COLUMN "default_value" jsonb;--> statement-breakpoint
ALTER TABLE "contact_settings" ADD CONSTRAINT "contact_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What was noted before contacts had a timeline.
INSERT INTO "contact_events" (company_id, id, contact_id, kind, actor_id, data, at)
SELECT c.company_id, gen_random_uuid(), c.contact_id, 'consent_recorded', null, jsonb_build_object('medium', c.medium,
  'purpose', c.purpose, 'state', c.state, 'source', c.source, 'channelId', c.channel_id), c.at FROM "consents" c
WHERE NOT EXISTS (SELECT 1 FROM "contact_events" e WHERE e.company_id = c.company_id AND e.contact_id = c.contact_id
  AND e.kind = 'consent_recorded' AND e.at = c.at);
--> statement-breakpoint
INSERT INTO "contact_events" (company_id, id, contact_id, kind, actor_id, data, at)
SELECT m.company_id, gen_random_uuid(), m.survivor_id, 'merged', m.actor_id, jsonb_build_object('mergeId', m.id,
  'mergedId', m.merged_id, 'name', coalesce(m.snapshot->>'mergedName', '')), m.created_at FROM "contact_merges" m
WHERE m.undone_at IS NULL AND NOT EXISTS (SELECT 1 FROM "contact_events" e WHERE e.company_id = m.company_id
  AND e.contact_id = m.survivor_id AND e.kind = 'merged' AND e.data->>'mergeId' = m.id::text);
