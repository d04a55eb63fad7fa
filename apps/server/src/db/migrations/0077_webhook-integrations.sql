CREATE TABLE "contact_system_events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"integration_id" uuid,
	"source_key" text NOT NULL,
	"source_name" text NOT NULL,
	"canonical" text NOT NULL,
	"object_key" text,
	"fields" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_system_events_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_inbound_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"shard" smallint NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"dedupe_key" text,
	"event" text,
	"canonical" text,
	"object_key" text,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"query" text DEFAULT '' NOT NULL,
	"content_type" text DEFAULT '' NOT NULL,
	"body" "bytea" NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"error" text,
	"is_test" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"contact_id" uuid,
	"results" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_integrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"source_key" text NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"token_hash" text NOT NULL,
	"token" text NOT NULL,
	"secrets" text,
	"previous_secrets" text,
	"previous_until" timestamp with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"listening_until" timestamp with time zone,
	"last_event_at" timestamp with time zone,
	"failing_notified_at" timestamp with time zone,
	"silent_notified_at" timestamp with time zone,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_system_events" ADD CONSTRAINT "contact_system_events_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_system_events" ADD CONSTRAINT "contact_system_events_integration_id_webhook_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."webhook_integrations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_inbound_events" ADD CONSTRAINT "webhook_inbound_events_integration_id_webhook_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."webhook_integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_integrations" ADD CONSTRAINT "webhook_integrations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_integrations" ADD CONSTRAINT "webhook_integrations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_system_events_contact" ON "contact_system_events" USING btree ("company_id","contact_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_inbound_events_key" ON "webhook_inbound_events" USING btree ("integration_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "webhook_inbound_events_waiting" ON "webhook_inbound_events" USING btree ("shard","id") WHERE state = 'received';--> statement-breakpoint
CREATE INDEX "webhook_inbound_events_log" ON "webhook_inbound_events" USING btree ("company_id","integration_id","id");--> statement-breakpoint
CREATE INDEX "webhook_inbound_events_state" ON "webhook_inbound_events" USING btree ("integration_id","state","id");--> statement-breakpoint
CREATE INDEX "webhook_inbound_events_contact" ON "webhook_inbound_events" USING btree ("company_id","contact_id") WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_inbound_events_received" ON "webhook_inbound_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_integrations_token" ON "webhook_integrations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "webhook_integrations_company" ON "webhook_integrations" USING btree ("company_id","created_at");