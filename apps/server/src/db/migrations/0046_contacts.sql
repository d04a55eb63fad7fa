CREATE TABLE "contact_bulk_change_rows" (
	"company_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "contact_bulk_change_rows_company_id_change_id_contact_id_pk" PRIMARY KEY("company_id","change_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "contact_bulk_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"args" jsonb NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_points" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scope" text DEFAULT '' NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_points_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"company_id" uuid NOT NULL,
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "duplicate_candidates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"a_id" uuid NOT NULL,
	"b_id" uuid NOT NULL,
	"score" real NOT NULL,
	"reasons" text[] NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_import_rows" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row_no" integer NOT NULL,
	"action" text NOT NULL,
	"contact_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"error_code" text,
	"error_field" text,
	CONSTRAINT "contact_import_rows_company_id_import_id_row_no_pk" PRIMARY KEY("company_id","import_id","row_no")
);
--> statement-breakpoint
CREATE TABLE "contact_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"author_id" uuid,
	"file_id" uuid,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"bytes" bigint NOT NULL,
	"hash" text NOT NULL,
	"reading" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"mapping" jsonb,
	"rules" jsonb,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"rows" integer,
	"progress" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error" text,
	"result_file_id" uuid,
	"cancel_requested_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"reverted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_list_members" (
	"company_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"source" text NOT NULL,
	"added_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_list_members_company_id_list_id_contact_id_pk" PRIMARY KEY("company_id","list_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "contact_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"contact_id" uuid,
	"kind" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"intake" text NOT NULL,
	"identity_check" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"owner_id" uuid,
	"result_file_id" uuid,
	"refusal" text,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"shared" boolean DEFAULT true NOT NULL,
	"author_id" uuid,
	"count" integer,
	"counted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text DEFAULT 'gray' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_events_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_notes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"author_id" uuid,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_notes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "medium" text DEFAULT 'whatsapp' NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "text_version" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "tag_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "organization" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "job_title" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "document" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "document_hash" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "birthday" date;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "lifecycle" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "source" text DEFAULT 'chat' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "last_inbound_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "last_outbound_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "legal_hold" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_bulk_change_rows" ADD CONSTRAINT "contact_bulk_change_rows_change_id_contact_bulk_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."contact_bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_bulk_changes" ADD CONSTRAINT "contact_bulk_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_points" ADD CONSTRAINT "contact_points_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_candidates" ADD CONSTRAINT "duplicate_candidates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_import_rows" ADD CONSTRAINT "contact_import_rows_import_id_contact_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."contact_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD CONSTRAINT "contact_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_list_members" ADD CONSTRAINT "contact_list_members_list_id_contact_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."contact_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_lists" ADD CONSTRAINT "contact_lists_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_bulk_changes_company" ON "contact_bulk_changes" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_points_contact" ON "contact_points" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_points_value" ON "contact_points" USING btree ("company_id","kind","value");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_points_key" ON "contact_points" USING btree ("company_id","kind","scope","value") WHERE kind <> 'email';--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_key" ON "suppressions" USING btree ("company_id","kind","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "duplicate_candidates_key" ON "duplicate_candidates" USING btree ("company_id","a_id","b_id");--> statement-breakpoint
CREATE INDEX "duplicate_candidates_open" ON "duplicate_candidates" USING btree ("company_id","score","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "contact_imports_company" ON "contact_imports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_list_members_contact" ON "contact_list_members" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_lists_company" ON "contact_lists" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "privacy_requests_due" ON "privacy_requests" USING btree ("company_id","state","due_at");--> statement-breakpoint
CREATE INDEX "segments_company" ON "segments" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_tags_key" ON "contact_tags" USING btree ("company_id",lower(name));--> statement-breakpoint
CREATE INDEX "contact_events_contact" ON "contact_events" USING btree ("company_id","contact_id","at","id");--> statement-breakpoint
CREATE INDEX "contact_notes_contact" ON "contact_notes" USING btree ("company_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("company_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contacts_email" ON "contacts" USING btree ("company_id",lower(email)) WHERE email is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "contacts_document" ON "contacts" USING btree ("company_id","document_hash") WHERE document_hash is not null;--> statement-breakpoint
CREATE INDEX "contacts_tags" ON "contacts" USING gin ("tag_ids") WHERE tag_ids <> '{}';--> statement-breakpoint
CREATE INDEX "contacts_bin" ON "contacts" USING btree ("company_id","deleted_at") WHERE deleted_at is not null and merged_into_id is null;--> statement-breakpoint
INSERT INTO "contact_tags" ("id", "company_id", "name")
SELECT gen_random_uuid(), t.company_id, min(t.name) FROM (
	SELECT DISTINCT c.company_id, left(trim(tag), 40) AS name FROM contacts c
	JOIN companies o ON o.id = c.company_id, unnest(c.tags) AS tag WHERE trim(tag) <> ''
) t GROUP BY t.company_id, lower(t.name);--> statement-breakpoint
UPDATE "contacts" c SET "tag_ids" = ARRAY(
	SELECT DISTINCT t.id FROM contact_tags t JOIN unnest(c.tags) AS tag ON lower(left(trim(tag), 40)) = lower(t.name)
	WHERE t.company_id = c.company_id
) WHERE c.tags <> '{}';--> statement-breakpoint
UPDATE "contacts" c SET "last_inbound_at" = m.last_in, "last_outbound_at" = m.last_out FROM (
	SELECT company_id, contact_id, max(last_inbound_at) AS last_in,
		max(last_message_at) FILTER (WHERE last_direction = 'out') AS last_out
	FROM conversations GROUP BY 1, 2
) m WHERE m.company_id = c.company_id AND m.contact_id = c.id;--> statement-breakpoint
ALTER TABLE "contacts" DROP COLUMN "tags";