import { changeUndoHours } from '@recado/contracts/contacts/address-book'
import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { dropRecords, dropUndoRows } from './queries/records.ts'

const HOUR = 3_600_000
/** Hours in which an undo that was asked for in the last minute ends. */
const UNDO_HOURS = 2
/** Days for which the list of changes goes back. */
const RECORD_DAYS = 90

const dropChangesJob = defineJob({
  name: 'contacts.drop_changes',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: async (deps) => {
    const ctx = systemCtx(deps, 'contacts.drop_changes')
    const now = ctx.now().getTime()
    await dropUndoRows(ctx, new Date(now - (changeUndoHours + UNDO_HOURS) * HOUR))
    await dropRecords(ctx, new Date(now - RECORD_DAYS * 24 * HOUR))
  },
})

export const addressBookJobs = [dropChangesJob]
export const addressBookSchedules: readonly ScheduleDefinition[] = [
  { name: 'contacts.drop_changes', cron: '23 * * * *', job: dropChangesJob },
]
