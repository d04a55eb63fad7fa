CREATE TABLE "channel_incidents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message" jsonb NOT NULL,
	"reason" text NOT NULL,
	"channel_ids" uuid[] NOT NULL,
	"company_ids" uuid[] NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "settings_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "pin" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "paused_scope" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "paused_reason" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wa_accounts" ADD COLUMN "token_kind" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "wa_accounts" ADD COLUMN "token_issued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wa_accounts" ADD COLUMN "token_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wa_accounts" ADD COLUMN "verification_status" text;--> statement-breakpoint
CREATE INDEX "channel_incidents_open" ON "channel_incidents" USING btree ("started_at") WHERE ended_at is null;