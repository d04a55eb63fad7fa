import { type Ctx, inTransaction } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import * as sums from './queries/sums.ts'

/** How much of one company is done before the next one has its turn, and about how many messages a transaction reads. */
type Pace = { steps: number; messages: number }
const usual: Pace = { steps: 50, messages: 20_000 }

/** The marked buckets, then what came since, then some of what lies further back. */
const sumStep = (ctx: Ctx, companyId: string, most: number): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const edge = await sums.findEdge(tx)
    const { since, until } = await sums.holdSums(tx, companyId, edge)
    const marked = await sums.takeMarked(tx, companyId)
    if (marked.length > 0) {
      await sums.sumAnew(tx, companyId, marked)
      return true
    }
    if (Date.parse(until) < Date.parse(edge)) {
      const next = await sums.findAfter(tx, companyId, { until, edge, most })
      await sums.sumAnew(tx, companyId, [{ from: until, to: next }])
      await sums.saveSummed(tx, companyId, { since, until: next })
      return true
    }
    if (since === null) return false
    const before = await sums.findBefore(tx, companyId, { since, most })
    await sums.sumAnew(tx, companyId, [{ from: before ?? '-infinity', to: since }])
    await sums.saveSummed(tx, companyId, { since: before, until })
    return before !== null
  })

/**
 * Brings the sums of every company up to date, in steps of a transaction each: whatever ends it, the next run goes on
 * where it stopped. A bucket is always counted again as a whole, so that twice is once. What is not summed up yet is
 * counted by whoever asks (`buckets.ts`).
 */
export const sumMessagesAcrossCompanies = async (ctx: Ctx, signal: AbortSignal, pace = usual): Promise<void> => {
  const companies = await sums.listUnsummedAcrossCompanies(ctx, await sums.findEdge(ctx))
  await eachApart(companies, async (companyId) => {
    for (let step = 0; step < pace.steps && !signal.aborted; step += 1) {
      if (!(await sumStep(ctx, companyId, pace.messages))) return
    }
  })
}
