CREATE TABLE "campaign_replies" (
	"company_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"answered_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"button" text NOT NULL,
	"gone" text[] DEFAULT '{}' NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "campaign_replies_company_id_message_id_pk" PRIMARY KEY("company_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "campaign_replies" ADD CONSTRAINT "campaign_replies_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_replies_other" ON "campaign_replies" USING btree ("company_id","answered_id") WHERE button = '';--> statement-breakpoint
CREATE INDEX "campaign_replies_campaign" ON "campaign_replies" USING btree ("company_id","campaign_id");