import { z } from 'zod'
import { inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { recordAudit } from './actions.ts'
import { forgetAudit, sealAudit, verifyAudit } from './seals.ts'

const sealJob = defineJob({
  name: 'audit.seal',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [30],
  timeoutSeconds: 600,
  run: async (deps) => {
    await sealAudit(systemCtx(deps, 'audit.seal'))
  },
})

/** Checks every chain, writes down the outcome, and alarms the platform's admins when something does not fit. */
export const verifyJob = defineJob({
  name: 'audit.verify',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  timeoutSeconds: 3600,
  run: async (deps) => {
    const ctx = systemCtx(deps, 'audit.verify')
    await sealAudit(ctx)
    const outcome = await verifyAudit(ctx)
    await inTransaction(ctx, async (tx) => {
      await recordAudit(tx, { action: 'audit.verified', companyId: null, diff: { ...outcome } })
      if (outcome.broken.length === 0) return
      tx.log.error({ broken: outcome.broken.length }, 'the audit log has been changed')
      await emit(tx, 'audit.broken', { count: outcome.broken.length })
    })
  },
})

const forgetJob = defineJob({
  name: 'audit.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  timeoutSeconds: 3600,
  run: (deps) => forgetAudit(systemCtx(deps, 'audit.forget')),
})

export const auditJobs = [sealJob, verifyJob, forgetJob]

export const auditSchedules: readonly ScheduleDefinition[] = [
  { name: 'audit.seal', cron: '*/5 * * * *', job: sealJob },
  { name: 'audit.verify', cron: '23 3 * * *', job: verifyJob },
  { name: 'audit.forget', cron: '53 3 * * *', job: forgetJob },
]
