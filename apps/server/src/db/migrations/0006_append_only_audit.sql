CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('recado.audit_retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_logs_append_only" BEFORE UPDATE OR DELETE ON "audit_logs"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
CREATE TRIGGER "audit_logs_no_truncate" BEFORE TRUNCATE ON "audit_logs"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
CREATE FUNCTION "forget_audit_logs"("before" timestamp with time zone, "most" integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  PERFORM set_config('recado.audit_retention', 'on', true);
  WITH old AS (
    DELETE FROM audit_logs WHERE id IN (
      SELECT id FROM audit_logs WHERE created_at < "before" ORDER BY created_at, id LIMIT "most"
    ) RETURNING id
  ), seals AS (
    DELETE FROM audit_seals WHERE audit_id IN (SELECT id FROM old)
  )
  SELECT count(*) INTO gone FROM old;
  PERFORM set_config('recado.audit_retention', 'off', true);
  RETURN gone;
END
$$;
