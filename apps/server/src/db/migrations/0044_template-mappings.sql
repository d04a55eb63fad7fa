CREATE TABLE "template_mappings" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_mappings_company_id_name_language_user_id_pk" PRIMARY KEY("company_id","name","language","user_id")
);
--> statement-breakpoint
ALTER TABLE "template_mappings" ADD CONSTRAINT "template_mappings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_mappings" ADD CONSTRAINT "template_mappings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_mappings_user" ON "template_mappings" USING btree ("user_id");