CREATE TABLE "webhook_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"definition" jsonb NOT NULL,
	"logo_file_id" uuid,
	"author_id" uuid,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_integrations" ADD COLUMN "source_number" integer;--> statement-breakpoint
ALTER TABLE "webhook_templates" ADD CONSTRAINT "webhook_templates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_templates_number" ON "webhook_templates" USING btree ("key","number");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_templates_draft" ON "webhook_templates" USING btree ("key") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "webhook_integrations_source" ON "webhook_integrations" USING btree ("source_key","source_number","id") WHERE source_number is not null;