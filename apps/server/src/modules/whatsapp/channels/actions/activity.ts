import { classifyGraphError } from '@recado/contracts/whatsapp/graph-errors'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { countSharing, listErrors, listEvents } from '../queries/activity.ts'
import { loadChannel } from './load.ts'

const SHOWN = 30
const SHOWN_CODES = 5
const DAY_MS = 86_400_000

const reasonOf = (detail: Record<string, unknown> | null): string | null =>
  typeof detail?.['reason'] === 'string' ? detail['reason'] : null

const aboutOf = (detail: Record<string, unknown> | null): string | null => {
  const words = [detail?.['name'], detail?.['language']].filter((word) => typeof word === 'string')
  return words.length > 0 ? words.join(' · ') : null
}

type CodeCount = Awaited<ReturnType<typeof listErrors>>[number]

/** Errors by class, those met most first; the codes come so already. */
const byClass = (rows: readonly CodeCount[]) =>
  [...Map.groupBy(rows, ({ code }) => classifyGraphError(code).errorClass)]
    .map(([errorClass, found]) => ({
      errorClass,
      count: found.reduce((sum, { count }) => sum + count, 0),
      lastAt: new Date(Math.max(...found.map(({ lastAt }) => lastAt.getTime()))).toISOString(),
      codes: found.slice(0, SHOWN_CODES).map(({ code, count }) => ({ code, count })),
    }))
    .toSorted((a, b) => b.count - a.count)

/** Recent changes of a channel, and the errors of its messages since yesterday. */
export const readActivity = async (ctx: CompanyCtx & UserCtx, channelId: string) => {
  const { account } = await loadChannel(ctx, channelId)
  const companyId = ctx.company.id
  const events = await listEvents(ctx, companyId, channelId, SHOWN)
  const yesterday = dayAround(ctx.company.timezone, new Date(ctx.now().getTime() - DAY_MS))
  const errors = await listErrors(ctx, companyId, channelId, yesterday.from)
  const { portfolioId } = account
  const sharedWith = portfolioId ? await countSharing(ctx, ctx.actor.userId, companyId, portfolioId) : 0
  return {
    events: events.map(({ id, kind, before, after, detail, createdAt }) => ({
      id,
      kind,
      about: aboutOf(detail),
      before,
      after,
      reason: reasonOf(detail),
      at: createdAt.toISOString(),
    })),
    errors: byClass(errors),
    since: new Intl.DateTimeFormat('sv', { timeZone: ctx.company.timezone }).format(yesterday.from),
    sharedWith,
  }
}
