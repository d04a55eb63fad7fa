-- A merge of two contacts that had said nothing to marketing marked the one that stayed as granted. The mark is brought
-- back to what the recorded words say.
WITH words AS (
  SELECT c.company_id, c.id, coalesce((
    SELECT CASE WHEN bool_or(w.state = 'denied') THEN 'denied' WHEN bool_or(w.state = 'granted') THEN 'granted' END
    FROM (
      SELECT DISTINCT ON (s.channel_id) s.state FROM consents s
      WHERE s.company_id = c.company_id AND s.contact_id = c.id AND s.purpose = 'marketing'
      ORDER BY s.channel_id, s.at DESC, s.created_at DESC
    ) w), 'unknown') AS marketing
  FROM contacts c WHERE c.marketing = 'granted' AND c.deleted_at IS NULL
), repaired AS (
  UPDATE contacts c SET marketing = w.marketing, version = c.version + 1, updated_at = now()
  FROM words w WHERE c.company_id = w.company_id AND c.id = w.id AND w.marketing <> 'granted'
  RETURNING c.company_id, c.id, c.marketing
)
INSERT INTO audit_logs (id, company_id, actor_kind, actor_id, action, target_type, target_id, diff, source, created_at)
SELECT gen_random_uuid(), company_id, 'system', 'migration', 'contact.consent', 'contact', id::text,
  jsonb_build_object('was', 'granted', 'state', marketing, 'source', 'correction'), 'system', now()
FROM repaired;--> statement-breakpoint
-- Two records of one person that Meta joined kept the no of either as their mark alone, which sending does not read: the
-- no is written down.
WITH unwritten AS (
  SELECT c.company_id, c.id FROM contacts c WHERE c.marketing = 'denied' AND c.deleted_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM (
      SELECT DISTINCT ON (s.channel_id) s.state FROM consents s
      WHERE s.company_id = c.company_id AND s.contact_id = c.id AND s.purpose = 'marketing'
      ORDER BY s.channel_id, s.at DESC, s.created_at DESC
    ) w WHERE w.state = 'denied')
), written AS (
  INSERT INTO consents (company_id, id, contact_id, purpose, state, source, at)
  SELECT company_id, gen_random_uuid(), id, 'marketing', 'denied', 'merge', now() FROM unwritten
  RETURNING company_id, contact_id
)
INSERT INTO audit_logs (id, company_id, actor_kind, actor_id, action, target_type, target_id, diff, source, created_at)
SELECT gen_random_uuid(), company_id, 'system', 'migration', 'contact.consent', 'contact', contact_id::text,
  jsonb_build_object('was', 'denied', 'state', 'denied', 'source', 'correction'), 'system', now()
FROM written;
