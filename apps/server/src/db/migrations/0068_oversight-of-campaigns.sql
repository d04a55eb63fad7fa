CREATE TABLE "campaign_risks" (
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_risks_company_id_campaign_id_rule_pk" PRIMARY KEY("company_id","campaign_id","rule")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "platform_note" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "platform_per_second" integer;--> statement-breakpoint
ALTER TABLE "campaign_risks" ADD CONSTRAINT "campaign_risks_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_risks_open" ON "campaign_risks" USING btree ("rule") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "campaigns_launched" ON "campaigns" USING btree ("created_at","id") WHERE state <> 'draft';