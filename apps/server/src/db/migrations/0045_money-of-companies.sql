-- What messages to Brazil cost in reais, at 5.35 reais to the dollar, until the card in reais is read.
INSERT INTO "wa_rates" ("market", "category", "currency", "unit_price", "effective_from", "source")
SELECT "market", "category", 'BRL', "unit_price" * 5.35, "effective_from", 'US dollar card at 5.35 reais to the dollar, November 2026'
FROM "wa_rates" WHERE "market" = 'BR' AND "currency" = 'USD'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Caps of a day's spend are compared with what was spent, which is in reais from here on.
UPDATE "channels" SET "settings" = jsonb_set("channels"."settings", '{limits,spendPerDay,amount}',
  to_jsonb(round(("channels"."settings" #>> '{limits,spendPerDay,amount}')::numeric * 5.35, 2)))
FROM "companies" WHERE "companies"."id" = "channels"."company_id" AND "companies"."currency" = 'BRL'
  AND jsonb_typeof("channels"."settings" #> '{limits,spendPerDay,amount}') = 'number';
--> statement-breakpoint
DELETE FROM "message_sums" USING "companies"
WHERE "companies"."id" = "message_sums"."company_id" AND "companies"."currency" = 'BRL';
--> statement-breakpoint
-- Sums of a company are in its currency: in another one they are summed up again, and until then messages are counted.
CREATE FUNCTION "forget_sums_in_former_currency"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_sums WHERE company_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "companies_forget_sums" AFTER UPDATE OF "currency" ON "companies" FOR EACH ROW
  WHEN (OLD.currency <> NEW.currency) EXECUTE FUNCTION "forget_sums_in_former_currency"();
