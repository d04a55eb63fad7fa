import { type Ctx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import * as queries from '../queries/onboardings.ts'

const MINUTE_MS = 60_000
const STUCK_MINUTES = 30
const LEFT_MINUTES = 60
const KEEP_DAYS = 180

/**
 * Says which signups stopped half an hour ago, and of which Meta's window was left an hour ago; once each.
 * Signups are forgotten after 180 days.
 */
export const remindOfOnboardings = async (ctx: Ctx): Promise<void> => {
  const before = (minutes: number) => new Date(ctx.now().getTime() - minutes * MINUTE_MS)
  const rows = await queries.listForgottenAcrossCompanies(ctx, {
    stopped: before(STUCK_MINUTES),
    left: before(LEFT_MINUTES),
  })
  await queries.deleteOldAcrossCompanies(ctx, before(KEEP_DAYS * 24 * 60))
  await eachApart(rows, ({ companyId, id }) =>
    inTransaction(ctx, async (tx) => {
      const row = await queries.lockOnboarding(tx, companyId, id)
      if (!row || row.finishedAt) return
      const stuck = row.state === 'failed' || row.state === 'waiting'
      if (row.state === 'running' || (stuck ? row.stuckToldAt : row.remindedAt)) return
      const account = row.accountName ?? row.numbers[0]?.name ?? ''
      const signup = { companyId, userId: row.userId, onboardingId: id, account }
      if (stuck) await emit(tx, 'signup.stopped', { ...signup, stoppedAt: row.stoppedAt?.toISOString() ?? null })
      else await emit(tx, 'signup.abandoned', signup)
      const told = stuck ? { stuckToldAt: tx.now() } : { remindedAt: tx.now() }
      await queries.updateOnboarding(tx, companyId, id, told)
    }),
  )
}
