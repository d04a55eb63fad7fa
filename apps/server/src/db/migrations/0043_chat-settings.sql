ALTER TABLE "desk_settings" RENAME TO "chat_settings";--> statement-breakpoint
ALTER TABLE "chat_settings" RENAME CONSTRAINT "desk_settings_pkey" TO "chat_settings_pkey";--> statement-breakpoint
ALTER TABLE "chat_settings" RENAME CONSTRAINT "desk_settings_company_id_companies_id_fk" TO "chat_settings_company_id_companies_id_fk";--> statement-breakpoint
-- Changes of many templates that wait say in whose scope they are made.
UPDATE "background_tasks" SET "input" = ("input" - 'desk') || jsonb_build_object('scope', "input"->'desk')
WHERE "kind" = 'templates.change' AND "input" ? 'desk';
