CREATE TABLE "campaign_second_tries" (
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"first_message_id" uuid NOT NULL,
	"fact_id" bigint NOT NULL,
	CONSTRAINT "campaign_second_tries_company_id_first_message_id_pk" PRIMARY KEY("company_id","first_message_id")
);
--> statement-breakpoint
ALTER TABLE "campaign_second_tries" ADD CONSTRAINT "campaign_second_tries_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;