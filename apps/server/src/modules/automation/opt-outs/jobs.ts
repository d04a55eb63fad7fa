import { z } from 'zod'
import { defineJob } from '#server/jobs/define.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { recordPreference, recordRefusal } from './actions.ts'

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

export const optOutJobs = [preferenceJob, refusalJob]
