ALTER TABLE "campaigns" ADD COLUMN "approval_for" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "spend_warned_at" timestamp with time zone;