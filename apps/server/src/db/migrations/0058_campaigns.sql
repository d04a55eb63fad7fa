CREATE TABLE "campaign_upload_rows" (
	"company_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"row_no" integer NOT NULL,
	"phone" text,
	"phone_key" text,
	"contact_id" uuid,
	"cells" jsonb NOT NULL,
	CONSTRAINT "campaign_upload_rows_company_id_upload_id_row_no_pk" PRIMARY KEY("company_id","upload_id","row_no")
);
--> statement-breakpoint
CREATE TABLE "campaign_uploads" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"phone_column" text NOT NULL,
	"rows" integer NOT NULL,
	"valid" integer NOT NULL,
	"invalid" integer NOT NULL,
	"duplicates" integer NOT NULL,
	"unknown" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_uploads_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"pause_reason" text,
	"wake_at" timestamp with time zone,
	"step" text DEFAULT 'audience' NOT NULL,
	"audience" jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"schedule" jsonb NOT NULL,
	"owner_id" uuid,
	"launched_by" uuid,
	"launch_key" text,
	"approval_needed" boolean DEFAULT false NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"waterfall" jsonb,
	"cost_estimate" jsonb,
	"snapshot_at" timestamp with time zone,
	"snapshot_after" uuid,
	"snapshot_seq" integer DEFAULT 0 NOT NULL,
	"stops_since" timestamp with time zone,
	"finish_estimate" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"series_id" uuid,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaign_counts" (
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"variant" smallint DEFAULT 0 NOT NULL,
	"channel_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"slot" smallint DEFAULT 0 NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"amount" numeric(16, 6) DEFAULT 0 NOT NULL,
	CONSTRAINT "campaign_counts_company_id_campaign_id_measure_detail_variant_channel_id_hour_slot_pk" PRIMARY KEY("company_id","campaign_id","measure","detail","variant","channel_id","hour","slot")
);
--> statement-breakpoint
CREATE TABLE "campaign_recipients" (
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"wave" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"variant" smallint,
	"channel_id" uuid,
	"identity_id" uuid,
	"recipient" text,
	"language" text,
	"params" jsonb,
	"message_id" uuid NOT NULL,
	"skip_reason" text,
	"canceled_at" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"clicked_at" timestamp with time zone,
	"replied_at" timestamp with time zone,
	"opted_out_at" timestamp with time zone,
	CONSTRAINT "campaign_recipients_company_id_campaign_id_contact_id_pk" PRIMARY KEY("company_id","campaign_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "campaign_waves" (
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"wave" smallint NOT NULL,
	"cursor_at" timestamp with time zone,
	"cursor_seq" integer DEFAULT 0 NOT NULL,
	"opens_at" timestamp with time zone,
	"done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "campaign_waves_company_id_campaign_id_wave_pk" PRIMARY KEY("company_id","campaign_id","wave")
);
--> statement-breakpoint
CREATE TABLE "tracked_links" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"token" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracked_links_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "campaign_variant" smallint;--> statement-breakpoint
ALTER TABLE "campaign_upload_rows" ADD CONSTRAINT "campaign_upload_rows_company_id_upload_id_campaign_uploads_company_id_id_fk" FOREIGN KEY ("company_id","upload_id") REFERENCES "public"."campaign_uploads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_uploads" ADD CONSTRAINT "campaign_uploads_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_counts" ADD CONSTRAINT "campaign_counts_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_waves" ADD CONSTRAINT "campaign_waves_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_upload_rows_contact" ON "campaign_upload_rows" USING btree ("company_id","contact_id") WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX "campaign_upload_rows_phone" ON "campaign_upload_rows" USING btree ("company_id","phone") WHERE phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_id" ON "campaigns" USING btree ("id");--> statement-breakpoint
CREATE INDEX "campaigns_list" ON "campaigns" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_work" ON "campaigns" USING btree ("wake_at") WHERE state in ('validating', 'scheduled', 'running', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_recipients_order" ON "campaign_recipients" USING btree ("company_id","campaign_id","wave","not_before","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_recipients_message" ON "campaign_recipients" USING btree ("company_id","message_id");--> statement-breakpoint
CREATE INDEX "campaign_recipients_contact" ON "campaign_recipients" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tracked_links_token" ON "tracked_links" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "tracked_links_url" ON "tracked_links" USING btree ("company_id","campaign_id","url");--> statement-breakpoint
CREATE INDEX "messages_campaign" ON "messages" USING btree ("company_id","campaign_id","id") WHERE campaign_id is not null;