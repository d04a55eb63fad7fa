import type { OnboardingState } from '@recado/contracts/whatsapp/signup'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, instantPlace } from '#server/lib/cursor.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { onboardingOf, retryRow } from '#server/modules/whatsapp/signup/index.ts'
import * as queries from '../queries/signups.ts'

const DAY_MS = 86_400_000

type Query = { state?: OnboardingState | undefined; cursor?: string | undefined; limit: number }

export const listSignups = async (ctx: UserCtx, { state, cursor, limit }: Query) => {
  const rows = await queries.listSignupsAcrossCompanies(ctx, {
    state,
    after: decodeCursor(instantPlace, cursor),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const data = []
  for (const { companyName, ...shown } of page)
    data.push({
      ...(await onboardingOf(ctx, shown)),
      companyId: shown.row.companyId,
      companyName,
      event: shown.row.sessionEvent?.event ?? null,
      wabaId: shown.row.wabaId,
    })
  const last = page.at(-1)?.row
  const more = rows.length > limit
  return {
    data,
    page: { next: more && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null, has_more: more },
  }
}

/** Retries the failed step of a signup, for a company that the operator looks after. */
export const retrySignup = (ctx: UserCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockSignupAcrossCompanies(tx, id)
    if (!row) throw new AppError('not_found')
    if (row.state !== 'failed' && row.state !== 'waiting')
      throw new AppError('state_invalid', { data: { state: row.state } })
    await retryRow(tx, row)
    const target = { type: 'onboarding', id }
    await recordAudit(tx, { action: 'channel.onboarding_retried', companyId: row.companyId, target })
  })

/** How far signups came by day, days without any included. */
export const readFunnel = async (ctx: UserCtx, days: number) => {
  const today = new Date(ctx.now().toISOString().slice(0, 10))
  const since = new Date(today.getTime() - (days - 1) * DAY_MS)
  const found = new Map((await queries.funnelAcrossCompanies(ctx, since)).map((row) => [row.day, row]))
  const none = { opened: 0, cancelled: 0, finished: 0, registered: 0, connected: 0, firstMessage: 0 }
  return {
    days: Array.from({ length: days }, (_, index) => {
      const day = new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10)
      return found.get(day) ?? { day, ...none }
    }),
    left: await queries.leftAcrossCompanies(ctx, since),
  }
}
