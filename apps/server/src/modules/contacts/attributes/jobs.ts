import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import { refreshSearch } from '#server/modules/contacts/contacts/index.ts'

const PORTION = 500

/** Has contacts found by a field, or found by it no more, as far as they have a value of it. */
const refreshJob = defineJob({
  name: 'contact_attributes.refresh_search',
  queue: 'maintenance',
  input: z.object({ key: z.string() }),
  retrySeconds: [60, 600],
  timeoutSeconds: 1800,
  run: async (deps, { key }, { companyId, signal }) => {
    for (let after: string | null = null; ; ) {
      signal.throwIfAborted()
      after = await refreshSearch(deps.database, { companyId, key, after }, PORTION)
      if (after === null) return
    }
  },
})

/** Brings up to date, soon, by what contacts are searched that have a value of this field. */
export const refreshLater = async (tx: CompanyCtx, key: string): Promise<void> => {
  await tx.deps.jobs.enqueue(tx.db, refreshJob, { key }, { companyId: tx.company.id })
  tx.afterCommit(() => tx.deps.jobs.wake('maintenance'))
}

export const attributeJobs = [refreshJob]
