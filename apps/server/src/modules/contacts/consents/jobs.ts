import { z } from 'zod'
import { defineJob } from '#server/jobs/define.ts'
import { deskCtx } from '#server/modules/automation/routing/index.ts'
import { deskOf } from '#server/modules/companies/settings-cache/index.ts'
import { hearPreference } from './hear.ts'

/** Notes what a person chose in WhatsApp itself. */
export const preferenceJob = defineJob({
  name: 'consents.preference',
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
    const desk = await deskOf(deps, companyId)
    const preference = { channelId, user: { companyId, ...person }, value, at: new Date(at), detail }
    if (desk) await hearPreference(deskCtx(deps, desk), preference)
  },
})

export const consentJobs = [preferenceJob]
