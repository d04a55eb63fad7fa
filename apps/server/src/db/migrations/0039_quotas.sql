CREATE TABLE "quota_uses" (
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"used" bigint NOT NULL,
	CONSTRAINT "quota_uses_subject_day_pk" PRIMARY KEY("subject","day")
);
--> statement-breakpoint
CREATE INDEX "files_stored" ON "files" USING btree ("company_id","size") WHERE deleted_at is null and owner_kind not in ('message', 'task');