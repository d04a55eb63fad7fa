CREATE TABLE "contact_erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"request_id" uuid,
	"actor_id" uuid,
	"subject" text,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"certificate_file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "law" text DEFAULT 'lgpd' NOT NULL;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_erasures" ADD CONSTRAINT "contact_erasures_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_erasures_company" ON "contact_erasures" USING btree ("company_id","created_at");