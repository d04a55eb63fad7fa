import { type CompanyCtx, type Ctx, inTransaction } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { emitCampaign, lockCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { addCounts } from '../queries/counts.ts'
import { type Difference, findDifferences, findEndedAcrossCompanies } from '../queries/recount.ts'

/** Corrects the sums of a campaign by its recipients and their messages, and answers what was wrong. */
export const recount = (ctx: CompanyCtx, id: string): Promise<Difference[]> =>
  inTransaction(ctx, async (tx) => {
    await lockCampaign(tx, id)
    const differences = await findDifferences(tx, id)
    await addCounts(tx, id, differences)
    if (differences.length > 0) emitCampaign(tx, id)
    return differences
  })

const companyOf = (ctx: Ctx, id: string): CompanyCtx => {
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  return { ...ctx, company: { id, name: '', timezone: 'UTC', accessBlocks: [], member } }
}

/** Corrects the sums of every campaign that ended lately, and says in the log what was wrong. */
export const recountAcrossCompanies = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  await eachApart(await findEndedAcrossCompanies(ctx), async ({ id, companyId }) => {
    if (signal.aborted) return
    const differences = await recount(companyOf(ctx, companyId), id)
    if (differences.length > 0) ctx.log.warn({ campaignId: id, differences }, 'the sums of a campaign were wrong')
  })
}
