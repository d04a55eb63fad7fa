CREATE TABLE "automation_run_counts" (
	"company_id" uuid NOT NULL,
	"month" date NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "automation_run_counts_company_id_month_pk" PRIMARY KEY("company_id","month")
);
--> statement-breakpoint
ALTER TABLE "automation_run_counts" ADD CONSTRAINT "automation_run_counts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_run_counts_month" ON "automation_run_counts" USING btree ("month");--> statement-breakpoint
INSERT INTO "automation_run_counts" ("company_id", "month", "runs")
SELECT r."company_id", date_trunc('month', r."started_at" at time zone c."timezone")::date, count(*)::int
FROM "automation_runs" r JOIN "companies" c ON c."id" = r."company_id" GROUP BY 1, 2;
