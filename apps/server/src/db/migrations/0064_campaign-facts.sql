CREATE TABLE "campaign_facts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"variant" smallint NOT NULL,
	"channel_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"before" smallint NOT NULL,
	"after" smallint NOT NULL,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "campaign_facts_campaign" ON "campaign_facts" USING btree ("campaign_id");