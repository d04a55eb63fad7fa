CREATE TABLE "wa_rates" (
	"market" text NOT NULL,
	"category" text NOT NULL,
	"currency" text NOT NULL,
	"unit_price" numeric(12, 6) NOT NULL,
	"effective_from" date NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "wa_rates_market_category_currency_effective_from_pk" PRIMARY KEY("market","category","currency","effective_from")
);
--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("company_id","occurred_at","id") WHERE status = 'failed';--> statement-breakpoint
INSERT INTO "wa_rates" ("market", "category", "currency", "unit_price", "effective_from", "source") VALUES
	('BR', 'marketing', 'USD', 0.0625, '2025-07-01', 'public rate card, read November 2026'),
	('BR', 'utility', 'USD', 0.0068, '2025-07-01', 'public rate card, read November 2026'),
	('BR', 'authentication', 'USD', 0.0068, '2025-07-01', 'public rate card, read November 2026'),
	('BR', 'service', 'USD', 0, '2025-07-01', 'public rate card, read November 2026'),
	('BR', 'service', 'USD', 0.0068, '2026-10-01', 'public rate card, read November 2026');
