CREATE TABLE "notification_gone_tenants" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_troubles" (
	"kind" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "webhook_events_failed" ON "webhook_events" USING btree ("id") WHERE state = 2;--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("finished_at","id") WHERE status = 'failed';