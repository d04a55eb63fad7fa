import type { Onboarding } from '@recado/contracts/whatsapp/signup'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { isReady, signupConfig } from '../config.ts'
import * as queries from '../queries/onboardings.ts'
import { onboardingOf } from '../view.ts'

const SHOWN = 20

/** A signup of the company, locked. Throws `not_found`, or `state_invalid` when its state is none of `allowed`. */
export const lockIn = async (ctx: CompanyCtx, id: string, allowed: readonly Onboarding['state'][]) => {
  const row = await queries.lockOnboarding(ctx, ctx.company.id, id)
  if (!row) throw new AppError('not_found')
  if (!allowed.includes(row.state)) throw new AppError('state_invalid', { data: { state: row.state, allowed } })
  return row
}

/** Throws `not_found`. */
export const readOnboarding = async (ctx: CompanyCtx, id: string): Promise<Onboarding> => {
  const found = await queries.findShown(ctx, ctx.company.id, id)
  if (!found) throw new AppError('not_found')
  return onboardingOf(ctx, found)
}

export const listOnboardings = async (ctx: CompanyCtx) => {
  const config = await signupConfig(ctx)
  const rows = await queries.listShown(ctx, ctx.company.id, SHOWN)
  const data = []
  for (const row of rows) data.push(await onboardingOf(ctx, row))
  const ready = {
    standard: isReady(config, 'standard'),
    coexistence: isReady(config, 'coexistence'),
    sdkUrl: config.sdkUrl,
  }
  return { data, ready }
}
