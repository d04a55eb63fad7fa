import { z } from 'zod'
import { inTransaction, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { expireMarketing } from './queries/consents.ts'

/** How far a run looks back, in case some before it did not take place. */
const LOOK_BACK_MS = 3 * 24 * 60 * 60 * 1000

/** Takes the mark of marketing from contacts whose yes has expired. */
export const expireConsentsJob = defineJob({
  name: 'contacts.expire_consents',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => {
    const ctx = systemCtx(deps, 'contacts.expire_consents')
    return inTransaction(ctx, async (tx) => {
      const expired = await expireMarketing(tx, new Date(tx.now().getTime() - LOOK_BACK_MS))
      const byCompany = Map.groupBy(expired, ({ companyId }) => companyId)
      for (const [companyId, rows] of byCompany)
        emitChange(tx, 'contact.updated', { companyId, ids: rows.map(({ id }) => id) })
    })
  },
})

export const contactSchedules: readonly ScheduleDefinition[] = [
  { name: 'contacts.expire_consents', cron: '12 * * * *', job: expireConsentsJob },
]
