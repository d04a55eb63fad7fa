CREATE TABLE "system_campaign_recipients" (
	"campaign_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "system_campaign_recipients_campaign_id_user_id_pk" PRIMARY KEY("campaign_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "system_campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"topic" text NOT NULL,
	"channels" text[] NOT NULL,
	"content" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"cap_days" integer,
	"state" text DEFAULT 'draft' NOT NULL,
	"starts_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"sent_after" uuid,
	"sent" integer DEFAULT 0 NOT NULL,
	"author_id" uuid,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "system_campaign_recipients" ADD CONSTRAINT "system_campaign_recipients_campaign_id_system_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."system_campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "system_campaign_recipients" ADD CONSTRAINT "system_campaign_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "system_campaigns" ADD CONSTRAINT "system_campaigns_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "system_campaign_recipients_user" ON "system_campaign_recipients" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "system_campaigns_due" ON "system_campaigns" USING btree ("starts_at") WHERE state in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "notification_messages_system" ON "notification_messages" USING btree ((payload ->> 'campaignId')) WHERE workflow_identifier like 'system.%';