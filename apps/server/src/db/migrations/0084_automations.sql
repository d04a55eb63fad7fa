CREATE TABLE "automation_versions" (
	"automation_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"graph" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "automation_versions_automation_id_number_pk" PRIMARY KEY("automation_id","number")
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"pause_reason" text,
	"draft" jsonb NOT NULL,
	"live_version" integer,
	"listens" text[] DEFAULT '{}' NOT NULL,
	"next_at" timestamp with time zone,
	"activated_at" timestamp with time zone,
	"owner_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_entries" (
	"company_id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"contact_id" uuid,
	"run_id" uuid,
	"refusal" text,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "automation_entries_automation_id_event_id_pk" PRIMARY KEY("automation_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "automation_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"contact_id" uuid,
	"conversation_id" uuid,
	"fields" jsonb NOT NULL,
	"automation_id" uuid,
	"parent_id" uuid,
	"depth" smallint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_run_steps" (
	"company_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"id" uuid NOT NULL,
	"node" text NOT NULL,
	"kind" text NOT NULL,
	"rounds" integer[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"outlet" text,
	"decision" jsonb,
	"input" jsonb,
	"output" jsonb,
	"error" jsonb,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "automation_run_steps_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "automation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"event_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	"contact_id" uuid,
	"conversation_id" uuid,
	"state" text NOT NULL,
	"ending" text,
	"node" text,
	"loops" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"event" jsonb NOT NULL,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"requests" smallint DEFAULT 0 NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"wake_at" timestamp with time zone,
	"held" smallint DEFAULT 0 NOT NULL,
	"wait_for" text,
	"wait_event" text,
	"woken" text,
	"goal_event" text,
	"error" jsonb,
	"parent_id" uuid,
	"depth" smallint DEFAULT 0 NOT NULL,
	"lease" uuid,
	"lease_until" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "automation_versions" ADD CONSTRAINT "automation_versions_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_versions" ADD CONSTRAINT "automation_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_entries" ADD CONSTRAINT "automation_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_entries" ADD CONSTRAINT "automation_entries_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_events" ADD CONSTRAINT "automation_events_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_run_steps" ADD CONSTRAINT "automation_run_steps_run_id_automation_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."automation_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automations_company" ON "automations" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "automations_next" ON "automations" USING btree ("next_at") WHERE state = 'active' and next_at is not null;--> statement-breakpoint
CREATE INDEX "automation_entries_contact" ON "automation_entries" USING btree ("company_id","contact_id","automation_id","at");--> statement-breakpoint
CREATE INDEX "automation_entries_at" ON "automation_entries" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_events_key" ON "automation_events" USING btree ("company_id","key");--> statement-breakpoint
CREATE INDEX "automation_events_waiting" ON "automation_events" USING btree ("company_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "automation_events_kind" ON "automation_events" USING btree ("company_id","kind","id");--> statement-breakpoint
CREATE INDEX "automation_events_contact" ON "automation_events" USING btree ("company_id","contact_id","id") WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX "automation_events_at" ON "automation_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "automation_run_steps_automation" ON "automation_run_steps" USING btree ("company_id","automation_id","started_at");--> statement-breakpoint
CREATE INDEX "automation_runs_due" ON "automation_runs" USING btree ("wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_waiting" ON "automation_runs" USING btree ("company_id","contact_id","wait_event") WHERE wait_event is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_open" ON "automation_runs" USING btree ("company_id","contact_id","automation_id") WHERE state in ('queued', 'pending', 'delayed');--> statement-breakpoint
CREATE INDEX "automation_runs_held" ON "automation_runs" USING btree ("automation_id") WHERE held = 1;--> statement-breakpoint
CREATE INDEX "automation_runs_running" ON "automation_runs" USING btree ("automation_id","state") WHERE state in ('queued', 'pending', 'delayed');--> statement-breakpoint
CREATE INDEX "automation_runs_list" ON "automation_runs" USING btree ("company_id","automation_id","id");--> statement-breakpoint
CREATE INDEX "automation_runs_contact" ON "automation_runs" USING btree ("company_id","contact_id","id");--> statement-breakpoint
CREATE INDEX "automation_runs_company" ON "automation_runs" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "automation_runs_ended" ON "automation_runs" USING btree ("ended_at") WHERE ended_at is not null;