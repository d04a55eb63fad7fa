CREATE TABLE "held_messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"client_key" text NOT NULL,
	"kind" text NOT NULL,
	"draft" jsonb NOT NULL,
	"name" text,
	"contents" jsonb NOT NULL,
	"afterwards" text,
	"anyway" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"reason_user_id" uuid,
	"error" text,
	"held_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_messages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "held_messages" ADD CONSTRAINT "held_messages_company_id_conversation_id_conversations_company_id_id_fk" FOREIGN KEY ("company_id","conversation_id") REFERENCES "public"."conversations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "held_messages_key" ON "held_messages" USING btree ("company_id","client_key");--> statement-breakpoint
CREATE INDEX "held_messages_conversation" ON "held_messages" USING btree ("company_id","conversation_id");--> statement-breakpoint
CREATE INDEX "held_messages_due" ON "held_messages" USING btree ("held_until") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "held_messages_undone" ON "held_messages" USING btree ("updated_at") WHERE state = 'undone';