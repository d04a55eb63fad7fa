import { and, eq, lte } from 'drizzle-orm'
import type { Ctx, Deps } from '#server/context.ts'
import { notificationIdempotency } from '#server/db/schema/notifications/idempotency.ts'

/** The first use of a key by an organisation, or a later one. */
export type Attempt = { organizationId: string; key: string; bodyHash: string; createdAt: Date; expiresAt: Date }
export type KeptAnswer = Attempt & { status: number; body: string | null }
type Pool = Deps['database']['pool']

const columns = (attempts: readonly Attempt[]) => [
  attempts.map(({ organizationId }) => organizationId),
  attempts.map(({ key }) => key),
  attempts.map(({ createdAt }) => createdAt),
  attempts.map(({ expiresAt }) => expiresAt),
]

const nameOf = ({ organizationId, key }: Pick<Attempt, 'organizationId' | 'key'>) => `${organizationId} ${key}`

/** Claims unused keys; returns for each whether it was claimed. The primary key decides between concurrent claims. */
export const claimKeys = async (pool: Pool, attempts: readonly Attempt[]): Promise<boolean[]> => {
  const { rows } = await pool.query<{ organizationId: string; key: string }>({
    name: 'notification_claim_keys',
    text: `insert into notification_idempotency (organization_id, key, created_at, expires_at, body_hash)
      select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[]) order by 1, 2
      on conflict do nothing returning organization_id as "organizationId", key`,
    values: [...columns(attempts), attempts.map(({ bodyHash }) => bodyHash)],
  })
  const claimed = new Set(rows.map(nameOf))
  return attempts.map((attempt) => claimed.delete(nameOf(attempt)))
}

/** Claims a key whose time is over. */
export const claimExpiredKey = async (ctx: Pick<Ctx, 'db'>, attempt: Attempt): Promise<boolean> => {
  const { rowCount } = await ctx.db
    .update(notificationIdempotency)
    .set({ ...attempt, status: null, body: null })
    .where(and(sameKey(attempt), lte(notificationIdempotency.expiresAt, attempt.createdAt)))
  return rowCount === 1
}

const sameKey = ({ organizationId, key }: Attempt) =>
  and(eq(notificationIdempotency.organizationId, organizationId), eq(notificationIdempotency.key, key))

export const findAttempt = async (
  ctx: Pick<Ctx, 'db'>,
  attempt: Attempt,
): Promise<typeof notificationIdempotency.$inferSelect | null> => {
  const [row] = await ctx.db.select().from(notificationIdempotency).where(sameKey(attempt))
  return row ?? null
}

/** Stores answers, except for keys that have been claimed again since. */
export const keepAnswers = async (pool: Pool, answers: readonly KeptAnswer[]): Promise<void> => {
  await pool.query({
    name: 'notification_keep_answers',
    text: `update notification_idempotency i
      set status = a.status, body = a.body, expires_at = a.expires_at
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::text[])
        as a (organization_id, key, created_at, expires_at, status, body)
      where i.organization_id = a.organization_id and i.key = a.key and i.created_at = a.created_at`,
    values: [...columns(answers), answers.map(({ status }) => status), answers.map(({ body }) => body)],
  })
}
