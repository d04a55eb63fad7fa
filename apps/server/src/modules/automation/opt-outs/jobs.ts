import { z } from 'zod'
import { type Ctx, systemCtx } from '#server/context.ts'
import { type Listener, on } from '#server/events.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { recordPreference, recordRefusal } from './actions.ts'
import { askToConfirm } from './confirmations.ts'
import { listCompaniesWithPending } from './queries.ts'

/** Records what a person chose in WhatsApp itself. */
export const preferenceJob = defineJob({
  name: 'opt_outs.preference',
  queue: 'standard',
  input: z.object({
    companyId: z.uuid(),
    channelId: z.uuid(),
    scope: z.string(),
    phone: z.string().nullable(),
    bsuid: z.string().nullable(),
    value: z.enum(['stop', 'resume']),
    at: z.iso.datetime(),
    detail: z.string().nullable(),
  }),
  retrySeconds: [5, 60, 600],
  run: async (deps, { companyId, channelId, value, at, detail, ...person }) => {
    const settings = await settingsOf(deps, companyId)
    const preference = { channelId, user: { companyId, ...person }, value, at: new Date(at), detail }
    if (settings) await recordPreference(automationCtx(deps, settings), preference)
  },
})

/** Records that WhatsApp refused a message because its recipient has stopped marketing. */
export const refusalJob = defineJob({
  name: 'opt_outs.refusal',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), messageId: z.uuid() }),
  retrySeconds: [2, 30, 300],
  run: async (deps, { companyId, messageId }) => {
    const settings = await settingsOf(deps, companyId)
    if (settings) await recordRefusal(automationCtx(deps, settings), messageId)
  },
})

const askToConfirmJob = defineJob({
  name: 'opt_outs.ask_to_confirm',
  queue: 'standard',
  input: z.object({ companyId: z.uuid() }),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async (deps, { companyId }) => {
    const settings = await settingsOf(deps, companyId)
    if (settings) await askToConfirm(automationCtx(deps, settings))
  },
})

const enqueueAsking = async ({ deps, db }: Pick<Ctx, 'deps' | 'db'>, companyIds: readonly string[]): Promise<void> => {
  await deps.jobs.enqueueAll(
    db,
    [...new Set(companyIds)].map((companyId) => ({
      ...{ job: askToConfirmJob, input: { companyId } },
      options: { companyId, uniqueKey: `opt_outs.ask:${companyId}` },
    })),
  )
  deps.jobs.wake(askToConfirmJob.queue)
}

const askAllJob = defineJob({
  name: 'opt_outs.ask_all',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    const ctx = systemCtx(deps, 'opt_outs.ask_all')
    await enqueueAsking(ctx, await listCompaniesWithPending(ctx))
  },
})

export const optOutJobs = [preferenceJob, refusalJob, askToConfirmJob, askAllJob]

export const optOutSchedules: readonly ScheduleDefinition[] = [
  { name: 'opt_outs.ask', cron: '17 * * * *', job: askAllJob },
]

export const optOutListeners: readonly Listener[] = [
  on('consent.pending', {
    ...{ name: 'opt_outs.consent_pending', queue: 'standard', retrySeconds: [2, 30, 300] },
    run: (ctx, payloads) =>
      enqueueAsking(
        ctx,
        payloads.map(({ companyId }) => companyId),
      ),
  }),
]
