CREATE TABLE "auto_assignments" (
	"company_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"assigned_at" timestamp with time zone NOT NULL,
	"pass_on_at" timestamp with time zone,
	"passed_by" uuid[] NOT NULL,
	CONSTRAINT "auto_assignments_company_id_conversation_id_pk" PRIMARY KEY("company_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "member_sockets" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"process_id" text NOT NULL,
	"sockets" integer NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_sockets_company_id_user_id_process_id_pk" PRIMARY KEY("company_id","user_id","process_id")
);
--> statement-breakpoint
CREATE TABLE "team_turns" (
	"company_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_turns_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "channel_onboardings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'opened' NOT NULL,
	"nonce_hash" text NOT NULL,
	"step" text DEFAULT 'exchange' NOT NULL,
	"steps" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"session_event" jsonb,
	"token" text,
	"pin" text,
	"waba_id" text,
	"account_name" text,
	"numbers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"phone_number_id" text,
	"channel_id" uuid,
	"stopped_at" timestamp with time zone,
	"stuck_told_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signup_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"app_id" text,
	"config_id" text,
	"coexistence_config_id" text,
	"graph_version" text,
	"solution_id" text,
	"allowed_domains" text[] DEFAULT '{}'::text[] NOT NULL,
	"verify_token" text,
	"former_verify_token" text,
	"verify_token_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_channels" (
	"user_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"assigned_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_channels_user_id_channel_id_pk" PRIMARY KEY("user_id","channel_id")
);
--> statement-breakpoint
ALTER TABLE "channel_onboardings" ADD CONSTRAINT "channel_onboardings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_channels" ADD CONSTRAINT "operator_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_channels" ADD CONSTRAINT "operator_channels_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auto_assignments_due" ON "auto_assignments" USING btree ("pass_on_at");--> statement-breakpoint
CREATE INDEX "member_sockets_seen" ON "member_sockets" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "channel_onboardings_company" ON "channel_onboardings" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "channel_onboardings_created" ON "channel_onboardings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "channel_onboardings_open" ON "channel_onboardings" USING btree ("updated_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "operator_channels_channel" ON "operator_channels" USING btree ("channel_id");