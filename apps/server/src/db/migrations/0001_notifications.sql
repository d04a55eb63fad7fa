CREATE TABLE "notification_api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"hash" text NOT NULL,
	"sealed" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"type" text NOT NULL,
	"entity_id" text NOT NULL,
	"snapshot" jsonb,
	"creator_id" text,
	"promoted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_environments" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"parent_id" text,
	"rate_limits" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"workflow_version" integer NOT NULL,
	"kind" text NOT NULL,
	"recipients" jsonb NOT NULL,
	"payload" jsonb NOT NULL,
	"overrides" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor" jsonb,
	"tenant_id" text,
	"attachments" jsonb,
	"depth" smallint DEFAULT 0 NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"cursor" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_feeds" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_idempotency" (
	"organization_id" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" smallint,
	"body" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_idempotency_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "notification_integrations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment_id" text NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"provider_id" text NOT NULL,
	"channel" text NOT NULL,
	"credentials" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"primary" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "notification_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"run_id" text NOT NULL,
	"step_index" smallint NOT NULL,
	"step_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"priority" smallint DEFAULT 5 NOT NULL,
	"run_at" timestamp with time zone,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"called_at" timestamp with time zone,
	"digest_scope" text,
	"digest" jsonb,
	"merged_into" text,
	"provider_id" text,
	"output" jsonb,
	"details" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_layouts" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"creator_id" text,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"description" text,
	"content" text NOT NULL,
	"content_type" text DEFAULT 'customHtml' NOT NULL,
	"variables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"parent_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"code" smallint NOT NULL,
	"text" text NOT NULL,
	"transaction_id" text,
	"workflow_id" text,
	"subscriber_id" text,
	"job_id" text,
	"raw" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_members" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text,
	"name" text,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"run_id" text NOT NULL,
	"job_id" text NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"workflow_id" text NOT NULL,
	"workflow_identifier" text NOT NULL,
	"template_id" text NOT NULL,
	"subscriber_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text NOT NULL,
	"integration_id" text,
	"feed_id" text,
	"subject" text,
	"title" text,
	"content" text NOT NULL,
	"cta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor" jsonb,
	"actor_id" text,
	"payload" jsonb NOT NULL,
	"address" text,
	"status" text NOT NULL,
	"error_code" integer,
	"error_text" text,
	"provider_message_id" text,
	"seen_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"name" text NOT NULL,
	"tier" text DEFAULT 'unlimited' NOT NULL,
	"branding" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_overrides" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"tenant_id" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"preference_settings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"environment_id" text NOT NULL,
	"subscriber_id" text NOT NULL,
	"workflow_id" text DEFAULT '' NOT NULL,
	"enabled" boolean,
	"email" boolean,
	"sms" boolean,
	"in_app" boolean,
	"chat" boolean,
	"push" boolean,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_preferences_subscriber_id_workflow_id_pk" PRIMARY KEY("subscriber_id","workflow_id")
);
--> statement-breakpoint
CREATE TABLE "notification_presence" (
	"process_id" text NOT NULL,
	"subscriber_id" text NOT NULL,
	"alive_until" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_presence_subscriber_id_process_id_pk" PRIMARY KEY("subscriber_id","process_id")
);
--> statement-breakpoint
CREATE TABLE "notification_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"event_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"workflow_version" integer NOT NULL,
	"subscriber_id" text NOT NULL,
	"actor_id" text,
	"tenant_id" text,
	"transaction_id" text NOT NULL,
	"channels" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_subscribers" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"subscriber_id" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"avatar" text,
	"locale" text,
	"timezone" text,
	"data" jsonb,
	"channels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_online" boolean,
	"last_online_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_tenants" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"identifier" text NOT NULL,
	"name" text,
	"data" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_topic_members" (
	"environment_id" text NOT NULL,
	"topic_id" text NOT NULL,
	"subscriber_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_topic_members_topic_id_subscriber_id_pk" PRIMARY KEY("topic_id","subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "notification_topics" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_workflow_versions" (
	"workflow_id" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"critical" boolean NOT NULL,
	"preference_settings" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_workflow_versions_workflow_id_version_pk" PRIMARY KEY("workflow_id","version")
);
--> statement-breakpoint
CREATE TABLE "notification_workflows" (
	"id" text PRIMARY KEY NOT NULL,
	"environment_id" text NOT NULL,
	"group_id" text NOT NULL,
	"creator_id" text,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"description" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"critical" boolean DEFAULT false NOT NULL,
	"preference_settings" jsonb NOT NULL,
	"data" jsonb,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"subscriber_variables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reserved_variables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"blueprint_id" text,
	"parent_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "notification_api_keys_hash" ON "notification_api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "notification_api_keys_environment" ON "notification_api_keys" USING btree ("environment_id","id");--> statement-breakpoint
CREATE INDEX "notification_changes_environment" ON "notification_changes" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_changes_entity" ON "notification_changes" USING btree ("environment_id","entity_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_changes_pending" ON "notification_changes" USING btree ("environment_id","entity_id") WHERE promoted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_environments_identifier" ON "notification_environments" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "notification_environments_organization" ON "notification_environments" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_events_transaction" ON "notification_events" USING btree ("environment_id","transaction_id");--> statement-breakpoint
CREATE INDEX "notification_events_waiting" ON "notification_events" USING btree ("lease_until","id") WHERE state < 2;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_feeds_identifier" ON "notification_feeds" USING btree ("environment_id","identifier");--> statement-breakpoint
CREATE INDEX "notification_groups_environment" ON "notification_groups" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "notification_idempotency_expired" ON "notification_idempotency" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_integrations_identifier" ON "notification_integrations" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_integrations_primary" ON "notification_integrations" USING btree ("environment_id","channel") WHERE "primary" and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_jobs_step" ON "notification_jobs" USING btree ("run_id","step_index");--> statement-breakpoint
CREATE INDEX "notification_jobs_due" ON "notification_jobs" USING btree ("environment_id","priority","run_at","id") WHERE status in ('queued', 'delayed');--> statement-breakpoint
CREATE INDEX "notification_jobs_failed" ON "notification_jobs" USING btree ("environment_id","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "notification_jobs_leased" ON "notification_jobs" USING btree ("lease_until") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "notification_jobs_digest" ON "notification_jobs" USING btree ("digest_scope","created_at") WHERE digest_scope is not null;--> statement-breakpoint
CREATE INDEX "notification_jobs_merged" ON "notification_jobs" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_layouts_identifier" ON "notification_layouts" USING btree ("environment_id","identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_layouts_default" ON "notification_layouts" USING btree ("environment_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "notification_logs_recent" ON "notification_logs" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_members_user" ON "notification_members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_messages_job" ON "notification_messages" USING btree ("job_id","target");--> statement-breakpoint
CREATE INDEX "notification_messages_feed" ON "notification_messages" USING btree ("subscriber_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"feed_id","seen_at","read_at") WHERE channel = 'in_app' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "notification_messages_unseen" ON "notification_messages" USING btree ("subscriber_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"feed_id") WHERE channel = 'in_app' and deleted_at is null and seen_at is null;--> statement-breakpoint
CREATE INDEX "notification_messages_unread" ON "notification_messages" USING btree ("subscriber_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"feed_id") WHERE channel = 'in_app' and deleted_at is null and read_at is null;--> statement-breakpoint
CREATE INDEX "notification_messages_recent" ON "notification_messages" USING btree ("environment_id","id");--> statement-breakpoint
CREATE INDEX "notification_messages_sent" ON "notification_messages" USING btree ("subscriber_id","id") WHERE channel <> 'in_app' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "notification_messages_receipt" ON "notification_messages" USING btree ("environment_id","provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_overrides_key" ON "notification_overrides" USING btree ("environment_id","workflow_id","tenant_id");--> statement-breakpoint
CREATE INDEX "notification_presence_alive" ON "notification_presence" USING btree ("alive_until");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_runs_key" ON "notification_runs" USING btree ("event_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "notification_runs_recent" ON "notification_runs" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_subscribers_key" ON "notification_subscribers" USING btree ("environment_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "notification_subscribers_environment" ON "notification_subscribers" USING btree ("environment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_tenants_identifier" ON "notification_tenants" USING btree ("environment_id","identifier");--> statement-breakpoint
CREATE INDEX "notification_topic_members_subscriber" ON "notification_topic_members" USING btree ("subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_topics_key" ON "notification_topics" USING btree ("environment_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_workflows_identifier" ON "notification_workflows" USING btree ("environment_id","identifier") WHERE deleted_at is null;