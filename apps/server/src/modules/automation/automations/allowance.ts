import { type AutomationAllowance, automationPlans } from '@recado/contracts/automation/automations'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { toWallClock } from '#server/lib/zone.ts'
import { countAutomations, findUse } from './queries/automations.ts'

/** The month where the company is, by its first day. */
export const monthOf = (ctx: CompanyCtx): string =>
  `${toWallClock(ctx.now(), ctx.company.timezone).toISOString().slice(0, 7)}-01`

const readUse = async (ctx: CompanyCtx) => {
  const { plan, isOnTrial, runs } = await findUse(ctx, monthOf(ctx))
  return { runs, limits: automationPlans[isOnTrial ? 'free' : plan] }
}

/** How much of what its plan allows a company uses. */
export const readAllowance = async (ctx: CompanyCtx): Promise<AutomationAllowance> => {
  const { active } = await countAutomations(ctx)
  const { runs, limits } = await readUse(ctx)
  return { active: { used: active, limit: limits.active }, runs: { used: runs, limit: limits.runs } }
}

/** Throws `limit_reached` where as many are active as the plan allows. */
export const assertMayActivate = async (tx: CompanyCtx): Promise<void> => {
  const { used, limit } = (await readAllowance(tx)).active
  if (limit !== null && used >= limit)
    throw new AppError('limit_reached', { data: { quota: 'activeAutomations', limit } })
}

/** How many runs may begin within a month, null for any number, and how many in what is left of it. */
export const runsLeft = async (ctx: CompanyCtx): Promise<{ limit: number | null; left: number }> => {
  const { runs, limits } = await readUse(ctx)
  return { limit: limits.runs, left: limits.runs === null ? Number.POSITIVE_INFINITY : Math.max(0, limits.runs - runs) }
}
