import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { createCache } from '#server/lib/cache.ts'
import { timeOfId } from '#server/lib/ids.ts'
import { suppressions } from '#server/modules/contacts/contacts/index.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import type { Claimed } from '../queries/claims.ts'
import type { Outcome } from './outcome.ts'

const BATCH = 200
/** This only has to catch what was on its way when somebody was suppressed, and bulk sends. */
const KNOWN_MS = 5000

type Send = Pick<Claimed, 'companyId' | 'recipient' | 'messageId' | 'priority'>

/**
 * Looks a last time at whom a message goes to: whoever is suppressed gets nothing but replies that were accepted since,
 * which answer what they wrote since. Companies without suppressions are not asked
 * about each message.
 */
export const createSuppressionGate = (deps: Deps, pool: Pool) => {
  const companies = createCache<boolean>({ ttlMs: KNOWN_MS, now: () => deps.now().getTime() })
  const suppressed = createBatcher<Send, Date | null>({
    max: BATCH,
    parallel: 2,
    run: (sends) => suppressions.findSuppressedRecipients(deps, pool, sends),
  })
  return {
    pass: async (send: Send): Promise<Outcome | null> => {
      const { companyId, messageId, priority } = send
      const any =
        companies.get(companyId) ??
        (await companies.load(companyId, () => suppressions.hasSuppressions(pool, companyId)))
      const since = any ? await suppressed.add(send) : null
      if (since === null) return null
      if (priority === sendPriorities.interactive && timeOfId(messageId) > since.getTime()) return null
      return { kind: 'failed', code: null, errorClass: 'opted_out', details: 'contact_suppressed', trace: null }
    },
  }
}

export type SuppressionGate = ReturnType<typeof createSuppressionGate>
