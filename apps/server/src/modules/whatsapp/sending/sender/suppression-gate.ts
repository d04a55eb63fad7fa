import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { createCache } from '#server/lib/cache.ts'
import { suppressions } from '#server/modules/contacts/contacts/index.ts'
import type { Claimed } from '../queries/claims.ts'
import type { Outcome } from './outcome.ts'

const BATCH = 200
/** Erasing somebody takes their sends away; this only has to catch what was on its way then. */
const KNOWN_MS = 5000

type Send = Pick<Claimed, 'companyId' | 'recipient'>

/**
 * Looks a last time at whom a message goes to: whoever was erased gets nothing. Companies that have erased nobody are not
 * asked about each message.
 */
export const createSuppressionGate = (deps: Deps, pool: Pool) => {
  const companies = createCache<boolean>({ ttlMs: KNOWN_MS, now: () => deps.now().getTime() })
  const suppressed = createBatcher<Send, boolean>({
    max: BATCH,
    parallel: 2,
    run: (sends) => suppressions.findSuppressedRecipients(deps, pool, sends),
  })
  return {
    pass: async ({ companyId, recipient }: Send): Promise<Outcome | null> => {
      const any =
        companies.get(companyId) ??
        (await companies.load(companyId, () => suppressions.hasSuppressions(pool, companyId)))
      if (!any || !(await suppressed.add({ companyId, recipient }))) return null
      return { kind: 'failed', code: null, errorClass: 'opted_out', details: 'contact_suppressed', trace: null }
    },
  }
}

export type SuppressionGate = ReturnType<typeof createSuppressionGate>
