DROP INDEX "jobs_unique_key";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "deaths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "set_aside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_unique_key" ON "jobs" USING btree ("unique_key") WHERE unique_key is not null and (finished_at is null or set_aside);