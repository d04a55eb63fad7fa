-- Invitations that wait end where whoever made them may not invite any more, or where somebody acted as them.
UPDATE "invitations" i SET "revoked_at" = now()
WHERE i."accepted_at" IS NULL AND i."declined_at" IS NULL AND i."revoked_at" IS NULL
  AND (
    NOT EXISTS (
      SELECT 1 FROM "company_members" m JOIN "users" u ON u."id" = m."user_id"
      WHERE m."company_id" = i."company_id" AND m."user_id" = i."invited_by"
        AND m."role" = 'admin' AND m."status" <> 'invited' AND u."status" = 'active'
    )
    OR (
      SELECT a."on_behalf_of" FROM "audit_logs" a
      WHERE a."target_id" = i."id"::text AND a."action" = 'member.invited'
      ORDER BY a."created_at" DESC LIMIT 1
    ) IS NOT NULL
  );
