import { z } from 'zod'
import { defineJob } from '#server/jobs/define.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { carryBlock } from './carry-block.ts'

/** Tells WhatsApp whether a contact is blocked. */
export const carryBlockJob = defineJob({
  name: 'blocks.carry',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), contactId: z.uuid() }),
  retrySeconds: [5, 60, 600],
  run: async (deps, { companyId, contactId }) => {
    const settings = await settingsOf(deps, companyId)
    if (settings) await carryBlock(automationCtx(deps, settings), contactId)
  },
})
