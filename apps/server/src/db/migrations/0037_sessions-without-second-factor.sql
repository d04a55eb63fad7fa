-- Signed in by a provider where the account has a second factor that was not asked for: they sign in again.
DELETE FROM "sessions" s USING "users" u
WHERE u."id" = s."user_id" AND u."totp_confirmed_at" IS NOT NULL AND s."method" IN ('google', 'github');
