CREATE TABLE "automation_timers" (
	"company_id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"subject" uuid NOT NULL,
	"kind" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "automation_timers_automation_id_subject_pk" PRIMARY KEY("automation_id","subject")
);
--> statement-breakpoint
ALTER TABLE "automation_timers" ADD CONSTRAINT "automation_timers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_timers" ADD CONSTRAINT "automation_timers_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_timers_due" ON "automation_timers" USING btree ("due_at") WHERE not done;--> statement-breakpoint
CREATE INDEX "automation_timers_done" ON "automation_timers" USING btree ("due_at") WHERE done;--> statement-breakpoint
CREATE INDEX "automation_timers_contact" ON "automation_timers" USING btree ("company_id","contact_id");