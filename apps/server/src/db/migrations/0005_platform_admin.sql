CREATE TABLE "audit_seals" (
	"scope" uuid NOT NULL,
	"position" bigint NOT NULL,
	"audit_id" uuid NOT NULL,
	"row_at" timestamp with time zone NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_seals_scope_position_pk" PRIMARY KEY("scope","position")
);
--> statement-breakpoint
CREATE TABLE "access_overrides" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"block" text NOT NULL,
	"effect" text NOT NULL,
	"reason" text NOT NULL,
	"author_id" uuid,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" uuid,
	"ended_as" text
);
--> statement-breakpoint
CREATE TABLE "company_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"version" integer NOT NULL,
	"data" jsonb NOT NULL,
	"tab" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_versions_key" UNIQUE("host","version")
);
--> statement-breakpoint
CREATE TABLE "template_accounts" (
	"wa_account_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"synced_at" timestamp with time zone,
	"insights_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "template_stats" (
	"company_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"clicked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "template_stats_template_id_day_pk" PRIMARY KEY("template_id","day")
);
--> statement-breakpoint
CREATE TABLE "template_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "recommendation" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "ttl_seconds" integer;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "source" text DEFAULT 'meta' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "samples" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "edits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "status_before" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "deletion_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "trial_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "impersonation_mode" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "origin_session_id" uuid;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "data" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "access_overrides" ADD CONSTRAINT "access_overrides_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_overrides" ADD CONSTRAINT "access_overrides_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_notes" ADD CONSTRAINT "company_notes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_notes" ADD CONSTRAINT "company_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_accounts" ADD CONSTRAINT "template_accounts_wa_account_id_wa_accounts_id_fk" FOREIGN KEY ("wa_account_id") REFERENCES "public"."wa_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_stats" ADD CONSTRAINT "template_stats_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_row_key" ON "audit_seals" USING btree ("audit_id");--> statement-breakpoint
CREATE INDEX "audit_seals_time" ON "audit_seals" USING btree ("row_at");--> statement-breakpoint
CREATE UNIQUE INDEX "access_overrides_active_key" ON "access_overrides" USING btree ("company_id","block") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "access_overrides_expiry" ON "access_overrides" USING btree ("expires_at") WHERE ended_at is null and expires_at is not null;--> statement-breakpoint
CREATE INDEX "access_overrides_time" ON "access_overrides" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "company_notes_company" ON "company_notes" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_key" ON "template_versions" USING btree ("template_id","number");--> statement-breakpoint
CREATE INDEX "audit_logs_target" ON "audit_logs" USING btree ("target_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_logs_time" ON "audit_logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "templates_name" ON "templates" USING btree ("company_id","name","wa_account_id");