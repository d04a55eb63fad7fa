import { type Ctx, inTransaction } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { tell } from '#server/modules/product-notifications/index.ts'
import * as queries from '../queries/onboardings.ts'

const MINUTE_MS = 60_000
const STUCK_MINUTES = 30
const LEFT_MINUTES = 60
const KEEP_DAYS = 180

/**
 * Tells whoever began a signup that it stopped half an hour ago, or that they left Meta's window an hour ago; once each.
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
      const fact = { to: { users: [row.userId] }, companyId, payload: { onboardingId: id, account } }
      if (stuck)
        await tell(tx, 'channel.onboarding_stuck', { ...fact, factId: `${id}:${row.stoppedAt?.toISOString()}` })
      else await tell(tx, 'channel.onboarding_left', { ...fact, factId: id })
      const told = stuck ? { stuckToldAt: tx.now() } : { remindedAt: tx.now() }
      await queries.updateOnboarding(tx, companyId, id, told)
    }),
  )
}
