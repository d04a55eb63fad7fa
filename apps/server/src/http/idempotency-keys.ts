import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import type { KeptUse, KeyStore, KeyUse } from './idempotency.ts'

type Claim = KeyUse & { owner: string }
type Kept = Claim & { status: number; body: string | null }
type Pool = Deps['database']['pool']

const BATCHES = { max: 200, parallel: 2 }

const columns = (uses: readonly Claim[]) => [
  uses.map(({ owner }) => owner),
  uses.map(({ key }) => key),
  uses.map(({ createdAt }) => createdAt),
  uses.map(({ expiresAt }) => expiresAt),
]

const nameOf = ({ owner, key }: Pick<Claim, 'owner' | 'key'>) => `${owner} ${key}`

/** Claims unused keys; answers for each whether it was claimed. The primary key decides between concurrent claims. */
const claimKeys = async (pool: Pool, claims: readonly Claim[]): Promise<boolean[]> => {
  const { rows } = await pool.query<{ owner: string; key: string }>({
    name: 'idempotency_claim',
    text: `insert into idempotency_keys (owner, key, created_at, expires_at, body_hash)
      select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[]) order by 1, 2
      on conflict do nothing returning owner, key`,
    values: [...columns(claims), claims.map(({ bodyHash }) => bodyHash)],
  })
  const claimed = new Set(rows.map(nameOf))
  return claims.map((claim) => claimed.delete(nameOf(claim)))
}

/** Keeps answers, except for keys that have been claimed again since. */
const keepAnswers = async (pool: Pool, answers: readonly Kept[]): Promise<void> => {
  await pool.query({
    name: 'idempotency_keep',
    text: `update idempotency_keys i
      set status = a.status, body = a.body, expires_at = a.expires_at
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::text[])
        as a (owner, key, created_at, expires_at, status, body)
      where i.owner = a.owner and i.key = a.key and i.created_at = a.created_at`,
    values: [...columns(answers), answers.map(({ status }) => status), answers.map(({ body }) => body)],
  })
}

/** Published clients name a key with everything they send, so requests that come together are written together. */
const bookOf = perDeps(({ database: { pool } }: Deps) => ({
  claims: createBatcher<Claim, boolean>({ ...BATCHES, run: (claims) => claimKeys(pool, claims) }),
  answers: createBatcher<Kept, void>({
    ...BATCHES,
    run: async (answers) => {
      await keepAnswers(pool, answers)
      return answers.map(() => undefined)
    },
  }),
}))

/** Where the keys of one owner are kept, each with its answer. */
export const keyStoreOf = (deps: Deps, owner: string): KeyStore => {
  const { claims, answers } = bookOf(deps)
  const { pool } = deps.database
  return {
    claim: (use) => claims.add({ ...use, owner }),
    find: async ({ key }) => {
      const { rows } = await pool.query<KeptUse>({
        name: 'idempotency_find',
        text: `select body_hash as "bodyHash", expires_at as "expiresAt", status, body from idempotency_keys
          where owner = $1 and key = $2`,
        values: [owner, key],
      })
      return rows[0] ?? null
    },
    claimExpired: async ({ key, bodyHash, createdAt, expiresAt }) => {
      const { rowCount } = await pool.query({
        name: 'idempotency_claim_expired',
        text: `update idempotency_keys set body_hash = $3, created_at = $4, expires_at = $5, status = null, body = null
          where owner = $1 and key = $2 and expires_at <= $4`,
        values: [owner, key, bodyHash, createdAt, expiresAt],
      })
      return rowCount === 1
    },
    keep: (use) => answers.add({ ...use, owner }),
    release: async ({ key, createdAt }) => {
      await pool.query({
        name: 'idempotency_release',
        text: 'delete from idempotency_keys where owner = $1 and key = $2 and created_at = $3',
        values: [owner, key, createdAt],
      })
    },
  }
}

/** Forgets keys whose time is over. */
export const deleteExpiredKeys = async ({ database: { pool } }: Deps, now: Date): Promise<void> => {
  await pool.query('delete from idempotency_keys where expires_at <= $1', [now])
}
