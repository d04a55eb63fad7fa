import type { EraseHandler } from '#server/lib/erasure.ts'
import { findBodiesWith, writeBody } from './queries/erase.ts'
import { withoutPerson } from './without-person.ts'

const BATCH = 100

/** What Meta sent of them, within bodies that may speak of others as well. */
export const eraseWebhooks: EraseHandler = async (ctx, { companyId, phones, bsuids }, signal) => {
  const ids = [...phones, ...bsuids]
  for (let webhooks = 0; ; ) {
    signal.throwIfAborted()
    const some = ids.length === 0 ? [] : await findBodiesWith(ctx, companyId, ids, BATCH)
    for (const { id, body } of some) await writeBody(ctx, id, withoutPerson(body, ids))
    webhooks += some.length
    if (some.length < BATCH) return { webhooks }
  }
}
