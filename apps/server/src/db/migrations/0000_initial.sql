CREATE TABLE "audit_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"on_behalf_of" uuid,
	"action" text NOT NULL,
	"target_type" text,
	"target_id" text,
	"target_label" text,
	"diff" jsonb,
	"ip" text,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"before" text,
	"after" text,
	"detail" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"wa_account_id" uuid NOT NULL,
	"phone_number_id" text NOT NULL,
	"phone" text NOT NULL,
	"name" text NOT NULL,
	"name_status" text,
	"kind" text DEFAULT 'cloud' NOT NULL,
	"status" text DEFAULT 'connected' NOT NULL,
	"status_reason" text,
	"restricted_until" timestamp with time zone,
	"quality" text,
	"messaging_limit" text,
	"throughput" integer DEFAULT 80 NOT NULL,
	"profile" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"health" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"health_checked_at" timestamp with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_inbound_at" timestamp with time zone,
	"last_outbound_at" timestamp with time zone,
	"last_event_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disconnected_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"wa_account_id" uuid NOT NULL,
	"meta_id" text,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"quality" text,
	"rejected_reason" text,
	"parameter_format" text DEFAULT 'POSITIONAL' NOT NULL,
	"components" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wa_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"portfolio_id" text,
	"name" text DEFAULT '' NOT NULL,
	"currency" text,
	"timezone_id" text,
	"review_status" text,
	"token" text,
	"app_secret" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"legal_name" text,
	"tax_id" text,
	"country" text DEFAULT 'BR' NOT NULL,
	"currency" text DEFAULT 'BRL' NOT NULL,
	"timezone" text DEFAULT 'America/Sao_Paulo' NOT NULL,
	"locale" text DEFAULT 'pt' NOT NULL,
	"segment" text,
	"size" text,
	"phone" text,
	"website" text,
	"address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"logo_file_id" uuid,
	"status" text DEFAULT 'active' NOT NULL,
	"access_blocks" text[] DEFAULT '{integrations,whatsapp_chat}'::text[] NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"grants" text[] DEFAULT '{}'::text[] NOT NULL,
	"visibility" text DEFAULT 'all' NOT NULL,
	"invited_by" uuid,
	"joined_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"grants" text[] DEFAULT '{}'::text[] NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"declined_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_identities" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"phone" text,
	"wa_id" text,
	"bsuid" text,
	"parent_bsuid" text,
	"username" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_identities_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text,
	"profile_name" text,
	"phone" text,
	"email" text,
	"notes" text,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(recado_unaccent(coalesce(name, '') || ' ' || coalesce(profile_name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '')))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "contacts_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"assignee_id" uuid,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"window_expires_at" timestamp with time zone,
	"last_message_id" uuid,
	"last_message_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_direction" text,
	"last_preview" text DEFAULT '' NOT NULL,
	"last_status" text,
	"last_inbound_at" timestamp with time zone,
	"waiting_since" timestamp with time zone,
	"first_response_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_media" (
	"company_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"meta_media_id" text,
	"mime" text,
	"filename" text,
	"sha256" text,
	"voice" boolean DEFAULT false NOT NULL,
	"animated" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"error" text,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_media_company_id_message_id_pk" PRIMARY KEY("company_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "message_reactions" (
	"company_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"target_wamid" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"emoji" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_reactions_company_id_channel_id_target_wamid_actor_pk" PRIMARY KEY("company_id","channel_id","target_wamid","actor")
);
--> statement-breakpoint
CREATE TABLE "message_status_events" (
	"company_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"error_code" integer,
	"detail" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"type" text NOT NULL,
	"body" text,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"wamid" text,
	"reply_to_wamid" text,
	"origin" text NOT NULL,
	"author_id" uuid,
	"client_key" text,
	"status" text NOT NULL,
	"status_rank" smallint DEFAULT 0 NOT NULL,
	"error_code" integer,
	"error_class" text,
	"error_details" text,
	"error_trace" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"played_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"pricing_category" text,
	"pricing_type" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "parked_statuses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"wamid" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_event_refs" (
	"company_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"field" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shard" smallint NOT NULL,
	"account_id" uuid,
	"body" "bytea" NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"error" text,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"owner_kind" text NOT NULL,
	"owner_id" uuid,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"name" text NOT NULL,
	"company_id" uuid NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"priority" integer DEFAULT 10 NOT NULL,
	"unique_key" text,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"input" jsonb NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"fence" bigint DEFAULT 1 NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"name" text PRIMARY KEY NOT NULL,
	"cron" text NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "channel_media" (
	"channel_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"mime" text NOT NULL,
	"media_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbound_sends" (
	"company_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"slowed" smallint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbound_sends_company_id_message_id_pk" PRIMARY KEY("company_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid,
	"impersonator_id" uuid,
	"ip" text,
	"user_agent" text,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"domain" text DEFAULT '' NOT NULL,
	"name" text DEFAULT 'Recado' NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"favicon" text DEFAULT '' NOT NULL,
	"billing" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_host_unique" UNIQUE("host")
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_user_id" text NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_provider_key" UNIQUE("provider","provider_user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"name" text NOT NULL,
	"phone" text,
	"password_hash" text,
	"role" text DEFAULT 'customer' NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"wa_operator" boolean DEFAULT false NOT NULL,
	"job_role" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"timezone" text DEFAULT 'America/Sao_Paulo' NOT NULL,
	"avatar_file_id" uuid,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"consents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_wa_account_id_wa_accounts_id_fk" FOREIGN KEY ("wa_account_id") REFERENCES "public"."wa_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_wa_account_id_wa_accounts_id_fk" FOREIGN KEY ("wa_account_id") REFERENCES "public"."wa_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_accounts" ADD CONSTRAINT "wa_accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_identities" ADD CONSTRAINT "contact_identities_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_company_id_identity_id_contact_identities_company_id_id_fk" FOREIGN KEY ("company_id","identity_id") REFERENCES "public"."contact_identities"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_company_id_conversation_id_conversations_company_id_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonator_id_users_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_logs_company" ON "audit_logs" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_logs_actor" ON "audit_logs" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_tokens_token_key" ON "auth_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "auth_tokens_email" ON "auth_tokens" USING btree ("email","kind");--> statement-breakpoint
CREATE INDEX "channel_events_channel" ON "channel_events" USING btree ("company_id","channel_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_number_key" ON "channels" USING btree ("phone_number_id") WHERE disconnected_at is null;--> statement-breakpoint
CREATE INDEX "channels_company" ON "channels" USING btree ("company_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "templates_key" ON "templates" USING btree ("wa_account_id","name","language") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "templates_company" ON "templates" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "templates_meta" ON "templates" USING btree ("meta_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_accounts_waba_key" ON "wa_accounts" USING btree ("company_id","waba_id");--> statement-breakpoint
CREATE INDEX "wa_accounts_waba" ON "wa_accounts" USING btree ("waba_id");--> statement-breakpoint
CREATE INDEX "companies_status" ON "companies" USING btree ("status");--> statement-breakpoint
CREATE INDEX "companies_owner" ON "companies" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_members_key" ON "company_members" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "company_members_user" ON "company_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" USING btree ("company_id","email") WHERE accepted_at is null and declined_at is null and revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_identities_phone_key" ON "contact_identities" USING btree ("company_id","scope","phone") WHERE phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_identities_bsuid_key" ON "contact_identities" USING btree ("company_id","scope","bsuid") WHERE bsuid is not null;--> statement-breakpoint
CREATE INDEX "contact_identities_contact" ON "contact_identities" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin (search gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_phone_key" ON "contacts" USING btree ("company_id","phone") WHERE phone is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_open_key" ON "conversations" USING btree ("channel_id","identity_id") WHERE status <> 'resolved';--> statement-breakpoint
CREATE INDEX "conversations_person" ON "conversations" USING btree ("identity_id","channel_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_list" ON "conversations" USING btree ("company_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_active" ON "conversations" USING btree ("company_id","last_message_at","id") WHERE status <> 'resolved';--> statement-breakpoint
CREATE INDEX "conversations_assignee" ON "conversations" USING btree ("company_id","assignee_id","last_message_at","id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_status_events_key" ON "message_status_events" USING btree ("company_id","message_id","status","at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_wamid_key" ON "messages" USING btree ("channel_id","wamid") WHERE wamid is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_key" ON "messages" USING btree ("company_id","client_key") WHERE client_key is not null;--> statement-breakpoint
CREATE INDEX "messages_timeline" ON "messages" USING btree ("company_id","conversation_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "messages_recent" ON "messages" USING btree ("company_id","occurred_at");--> statement-breakpoint
CREATE INDEX "parked_statuses_wamid" ON "parked_statuses" USING btree ("channel_id","wamid");--> statement-breakpoint
CREATE INDEX "parked_statuses_age" ON "parked_statuses" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_event_refs_key" ON "webhook_event_refs" USING btree ("company_id","channel_id","event_id","field");--> statement-breakpoint
CREATE INDEX "webhook_event_refs_received" ON "webhook_event_refs" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("shard","id") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "webhook_events_received" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "files_company_sha" ON "files" USING btree ("company_id","sha256");--> statement-breakpoint
CREATE INDEX "jobs_ready" ON "jobs" USING btree ("queue","company_id","priority","run_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "jobs_delayed" ON "jobs" USING btree ("run_at") WHERE status = 'delayed';--> statement-breakpoint
CREATE INDEX "jobs_leased" ON "jobs" USING btree ("lease_until") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "jobs" USING btree ("finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_unique_key" ON "jobs" USING btree ("unique_key") WHERE unique_key is not null and finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_media_key" ON "channel_media" USING btree ("channel_id","sha256","mime");--> statement-breakpoint
CREATE INDEX "outbound_sends_waiting" ON "outbound_sends" USING btree ("channel_id","priority","not_before","message_id") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "outbound_sends_leased" ON "outbound_sends" USING btree ("lease_until") WHERE state = 1;--> statement-breakpoint
CREATE INDEX "outbound_sends_unknown" ON "outbound_sends" USING btree ("not_before") WHERE state = 2;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_impersonator" ON "sessions" USING btree ("impersonator_id") WHERE impersonator_id is not null;--> statement-breakpoint
CREATE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_role_status" ON "users" USING btree ("role","status");