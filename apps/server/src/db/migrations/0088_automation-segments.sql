CREATE TABLE "automation_segment_contacts" (
	"segment_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"untold" text,
	CONSTRAINT "automation_segment_contacts_segment_id_contact_id_pk" PRIMARY KEY("segment_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "automation_segments" (
	"segment_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"conditions" text,
	"check_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "automation_segment_contacts" ADD CONSTRAINT "automation_segment_contacts_segment_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."automation_segments"("segment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_segments" ADD CONSTRAINT "automation_segments_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_segments" ADD CONSTRAINT "automation_segments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_segment_contacts_untold" ON "automation_segment_contacts" USING btree ("segment_id","contact_id") WHERE untold is not null;--> statement-breakpoint
CREATE INDEX "automation_segment_contacts_contact" ON "automation_segment_contacts" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE INDEX "automation_segments_company" ON "automation_segments" USING btree ("company_id","check_at");--> statement-breakpoint
CREATE INDEX "automations_segments" ON "automations" USING btree ("company_id") WHERE listens && array['segment_entered', 'segment_left'] and state in ('active', 'paused');