CREATE TABLE "message_marks" (
	"company_id" uuid NOT NULL,
	"quarter" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_quarters" (
	"company_id" uuid NOT NULL,
	"quarter" timestamp with time zone NOT NULL,
	"channel_id" uuid NOT NULL,
	"incoming" integer NOT NULL,
	"outgoing" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "message_quarters_company_id_quarter_channel_id_pk" PRIMARY KEY("company_id","quarter","channel_id")
);
--> statement-breakpoint
CREATE TABLE "message_sums" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_quarters" ADD CONSTRAINT "message_quarters_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_sums" ADD CONSTRAINT "message_sums_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_marks_quarter" ON "message_marks" USING btree ("company_id","quarter");--> statement-breakpoint
CREATE FUNCTION "mark_message_quarters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO message_marks VALUES (OLD.company_id, date_bin('15 minutes', OLD.occurred_at, 'epoch'));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO message_marks VALUES (NEW.company_id, date_bin('15 minutes', NEW.occurred_at, 'epoch'));
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "messages_mark_added" AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (NEW.direction IN ('in', 'out') AND NEW.occurred_at < now() - interval '30 minutes')
  EXECUTE FUNCTION "mark_message_quarters"();--> statement-breakpoint
CREATE TRIGGER "messages_mark_changed" AFTER UPDATE OF "status", "direction", "occurred_at", "channel_id", "company_id" ON "messages" FOR EACH ROW
  WHEN (((OLD.status = 'failed') <> (NEW.status = 'failed') OR OLD.direction <> NEW.direction
      OR OLD.occurred_at <> NEW.occurred_at OR OLD.channel_id <> NEW.channel_id OR OLD.company_id <> NEW.company_id)
    AND least(OLD.occurred_at, NEW.occurred_at) < now() - interval '30 minutes')
  EXECUTE FUNCTION "mark_message_quarters"();--> statement-breakpoint
CREATE TRIGGER "messages_mark_removed" AFTER DELETE ON "messages" FOR EACH ROW
  WHEN (OLD.direction IN ('in', 'out') AND OLD.occurred_at < now() - interval '30 minutes')
  EXECUTE FUNCTION "mark_message_quarters"();
