import { binDays } from '@recado/contracts/contacts/privacy'
import { z } from 'zod'
import { type CompanyCtx, type Ctx, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { erasing, suppressions, withPeopleLocked } from '#server/modules/contacts/contacts/index.ts'
import { beginErasure } from './begin-erasure.ts'
import { type Expired, findExpired, listExpired } from './queries/erasures.ts'

/** Contacts that are read at a time. */
const PAGE = 500

/**
 * The person did not ask to be forgotten, so that they may be added again; but whoever refused marketing stays refused.
 * Figures stay, as reports must not change because a contact was tidied away.
 */
const eraseFromBin = (ctx: CompanyCtx, contactId: string, before: Date): Promise<void> =>
  withPeopleLocked(ctx, async (tx) => {
    const found = await findExpired(tx, contactId, before)
    if (!found || (await erasing.findHold(tx, contactId)) !== null) return
    await beginErasure(tx, {
      contactId,
      mode: 'anonymise',
      suppress: async (subject) => {
        if (!found.denied) return
        await suppressions.suppress(tx, tx.company.id, erasing.suppressionKeysOf(subject), 'opt_out')
      },
    })
  })

const emptyBins = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const before = new Date(ctx.now().getTime() - binDays * 86_400_000)
  const errors: unknown[] = []
  for (let page: Expired[] | null = null; page === null || page.length === PAGE; ) {
    page = await listExpired(ctx, before, { after: page?.at(-1) ?? null, limit: PAGE })
    for (const { id, companyId } of page) {
      signal.throwIfAborted()
      const settings = await settingsOf(ctx.deps, companyId)
      if (!settings) continue
      const { company } = settings
      const own = { ...systemCtx(ctx.deps, 'contacts.empty_bin', company), company }
      // One that cannot be erased must not keep the others there.
      await eraseFromBin(own, id, before).catch((error: unknown) => errors.push(error))
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} contacts in bins could not be erased`)
}

/** Erases contacts that have been in the bin for too long, but for those on legal hold. */
export const emptyBinJob = defineJob({
  name: 'contacts.empty_bin',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [600],
  timeoutSeconds: 1800,
  run: (deps, _, { signal }) => emptyBins(systemCtx(deps, 'contacts.empty_bin'), signal),
})

export const emptyBinSchedule: ScheduleDefinition = {
  name: 'contacts.empty_bin',
  cron: '37 3 * * *',
  job: emptyBinJob,
}
