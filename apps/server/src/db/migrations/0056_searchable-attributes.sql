DROP INDEX "contacts_name";--> statement-breakpoint
DROP INDEX "contacts_attributes";--> statement-breakpoint
CREATE FUNCTION "recado_attribute_terms"(jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(key || '=' || left(lower(public.recado_unaccent(value #>> '{}')), 200))
  FROM jsonb_each($1) WHERE jsonb_typeof(value) = 'string'
$$;--> statement-breakpoint
ALTER TABLE "contacts"
  ADD COLUMN "sort_name" text GENERATED ALWAYS AS
    (left(lower(recado_unaccent(coalesce(nullif(name, ''), nullif(profile_name, '')))), 120)) STORED,
  ADD COLUMN "attribute_terms" text[] GENERATED ALWAYS AS (recado_attribute_terms(attributes)) STORED;--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "search" DROP EXPRESSION, ALTER COLUMN "sort_name" DROP EXPRESSION,
  ALTER COLUMN "attribute_terms" DROP EXPRESSION;--> statement-breakpoint
-- The index by name holds the search text as well, and no entry of an index may have more than 2,704 bytes.
CREATE FUNCTION "keep_contact_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  IF NEW.attributes <> '{}' THEN
    SELECT string_agg(NEW.attributes ->> a.key, ' ') INTO found FROM public.contact_attributes a
    WHERE a.company_id = NEW.company_id AND a.searchable AND NEW.attributes ? a.key;
    NEW.attribute_terms := public.recado_attribute_terms(NEW.attributes);
  ELSE
    NEW.attribute_terms := NULL;
  END IF;
  NEW.search := lower(public.recado_unaccent(concat_ws(' ', NEW.name, NEW.profile_name, NEW.phone, NEW.email, found)));
  IF octet_length(NEW.search) > 2000 THEN NEW.search := left(NEW.search, 500); END IF;
  NEW.sort_name := left(lower(public.recado_unaccent(coalesce(nullif(NEW.name, ''), nullif(NEW.profile_name, '')))), 120);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "contacts_keep_search" BEFORE INSERT OR UPDATE OF "name", "profile_name", "phone", "email", "attributes"
  ON "contacts" FOR EACH ROW EXECUTE FUNCTION "keep_contact_search"();--> statement-breakpoint
ALTER TABLE "contacts" ENABLE ALWAYS TRIGGER "contacts_keep_search";--> statement-breakpoint
UPDATE "contacts" c SET "name" = c."name" WHERE octet_length(c."search") > 2000 OR EXISTS (
  SELECT FROM "contact_attributes" a WHERE a."company_id" = c."company_id" AND a."searchable" AND c."attributes" ? a."key");--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("company_id","sort_name","id","search") WHERE deleted_at is null and erased_at is null;--> statement-breakpoint
CREATE INDEX "contacts_attributes" ON "contacts" USING gin ("attribute_terms") WHERE attribute_terms is not null;
