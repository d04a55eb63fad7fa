CREATE TABLE "api_request_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"ms" integer NOT NULL,
	"address" text,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_usage_hours" (
	"company_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"api_key_id" uuid NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"calls" integer NOT NULL,
	"latencies" integer[] DEFAULT '{}'::int[] NOT NULL,
	CONSTRAINT "api_usage_hours_company_id_hour_api_key_id_method_route_status_pk" PRIMARY KEY("company_id","hour","api_key_id","method","route","status")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "plan" text DEFAULT 'enterprise' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "told_days" integer;--> statement-breakpoint
ALTER TABLE "api_request_logs" ADD CONSTRAINT "api_request_logs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_usage_hours" ADD CONSTRAINT "api_usage_hours_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_request_logs_company" ON "api_request_logs" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_request_logs_at" ON "api_request_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_usage_hours_hour" ON "api_usage_hours" USING btree ("hour");