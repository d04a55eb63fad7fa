CREATE TABLE "link_clicks" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"seq" integer,
	"at" timestamp with time zone NOT NULL,
	"ip" text,
	"user_agent" text,
	"bot" boolean NOT NULL,
	"first" boolean NOT NULL,
	CONSTRAINT "link_clicks_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
DROP INDEX "tracked_links_url";--> statement-breakpoint
ALTER TABLE "tracked_links" ALTER COLUMN "url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_clicks" ADD CONSTRAINT "link_clicks_company_id_link_id_tracked_links_company_id_id_fk" FOREIGN KEY ("company_id","link_id") REFERENCES "public"."tracked_links"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_clicks_first" ON "link_clicks" USING btree ("company_id","link_id","seq") WHERE first;--> statement-breakpoint
CREATE INDEX "link_clicks_recipient" ON "link_clicks" USING btree ("company_id","campaign_id","seq") WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "link_clicks_at" ON "link_clicks" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_recipients_seq" ON "campaign_recipients" USING btree ("company_id","campaign_id","seq");--> statement-breakpoint
CREATE INDEX "tracked_links_created" ON "tracked_links" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_target" UNIQUE NULLS NOT DISTINCT("company_id","campaign_id","url","key","is_test");