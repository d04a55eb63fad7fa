import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { createCache } from '#server/lib/cache.ts'
import { timeOfId } from '#server/lib/ids.ts'
import { blocks, suppressions } from '#server/modules/contacts/contacts/index.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import type { Claimed } from '../queries/claims.ts'
import type { Outcome } from './outcome.ts'

const BATCH = 200
/** This only has to catch what was on its way when someone was suppressed or blocked, and bulk sends. */
const KNOWN_MS = 5000

type Send = Pick<Claimed, 'companyId' | 'contactId' | 'recipient' | 'messageId' | 'priority'>

const refused = (code: 'contact_suppressed' | 'contact_blocked'): Outcome => ({
  ...{ kind: 'failed', code: null, errorClass: 'opted_out', details: code, trace: null },
})

/** Who of some people is refused; companies that refuse no one at all are not asked about each message. */
const createList = <Found>(
  deps: Deps,
  hasAny: (companyId: string) => Promise<boolean>,
  find: (sends: readonly Send[]) => Promise<Found[]>,
) => {
  const companies = createCache<boolean>({ ttlMs: KNOWN_MS, now: () => deps.now().getTime() })
  const found = createBatcher<Send, Found>({ max: BATCH, parallel: 2, run: find })
  return async (send: Send): Promise<Found | null> => {
    const { companyId } = send
    const any = companies.get(companyId) ?? (await companies.load(companyId, () => hasAny(companyId)))
    return any ? found.add(send) : null
  }
}

/**
 * Looks a last time at whom a message goes to: whoever is blocked gets nothing, and whoever is suppressed nothing but
 * replies that were accepted since, which answer what they wrote since.
 */
export const createRecipientGate = (deps: Deps, pool: Pool) => {
  const blocked = createList(
    deps,
    (companyId) => blocks.hasBlocked(pool, companyId),
    (sends) => blocks.findBlocked(pool, sends),
  )
  const suppressedSince = createList(
    deps,
    (companyId) => suppressions.hasSuppressions(pool, companyId),
    (sends) => suppressions.findSuppressedRecipients(deps, pool, sends),
  )
  return {
    pass: async (send: Send): Promise<Outcome | null> => {
      if (await blocked(send)) return refused('contact_blocked')
      const since = await suppressedSince(send)
      if (since === null) return null
      if (send.priority === sendPriorities.interactive && timeOfId(send.messageId) > since.getTime()) return null
      return refused('contact_suppressed')
    },
  }
}

export type RecipientGate = ReturnType<typeof createRecipientGate>
