CREATE TABLE "channel_hours" (
	"channel_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"company_id" uuid NOT NULL,
	"inbound" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"spend" numeric(14, 6) DEFAULT 0 NOT NULL,
	"currency" text,
	CONSTRAINT "channel_hours_channel_id_hour_pk" PRIMARY KEY("channel_id","hour")
);
--> statement-breakpoint
CREATE TABLE "portfolio_reaches" (
	"scope" text NOT NULL,
	"person" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "portfolio_reaches_scope_person_pk" PRIMARY KEY("scope","person")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "last_app_event_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "webhook_lag_seconds" integer;--> statement-breakpoint
ALTER TABLE "wa_accounts" ADD COLUMN "payment_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channel_hours" ADD CONSTRAINT "channel_hours_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_hours_hour" ON "channel_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "portfolio_reaches_at" ON "portfolio_reaches" USING btree ("scope","at");