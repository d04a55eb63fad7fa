import type { EndpointInput } from '@recado/contracts'
import type { OverseenDetail, reviewCampaign } from '@recado/contracts/campaigns/oversight'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { giveBack, hold, review, throttle } from '#server/modules/campaigns/delivery/index.ts'
import { findPlaceAcrossCompanies } from '../queries/across.ts'
import { readOverseen } from './read.ts'

/** The actor at work in the company of a campaign. Throws `not_found`. */
const inCompanyOf = async (ctx: UserCtx, id: string): Promise<CompanyCtx> => {
  const place = await findPlaceAcrossCompanies(ctx, id)
  if (!place) throw new AppError('not_found')
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  return { ...ctx, company: { ...place, member } }
}

type Work = (own: CompanyCtx) => Promise<void>

const oversee = async (ctx: UserCtx, id: string, work: Work): Promise<OverseenDetail> => {
  await work(await inCompanyOf(ctx, id))
  return readOverseen(ctx, id)
}

/** Stops a campaign of any company. Throws `not_found`, `state_invalid`. */
export const holdAny = (ctx: UserCtx, id: string, reason: string) => oversee(ctx, id, (own) => hold(own, id, reason))

/** Gives a held campaign back to its company. Throws `not_found`, `state_invalid`. */
export const releaseAny = (ctx: UserCtx, id: string) => oversee(ctx, id, (own) => giveBack(own, id))

/** Slows a campaign of any company down, or lets it go as it may. Throws `not_found`, `state_invalid`. */
export const throttleAny = (ctx: UserCtx, id: string, perSecond: number | null, reason: string) =>
  oversee(ctx, id, (own) => throttle(own, id, perSecond, reason))

type Review = EndpointInput<typeof reviewCampaign>['body']

/** Settles the open risks of a campaign. Throws `not_found`, `state_invalid`, `campaign_not_ready`. */
export const reviewAny = (ctx: UserCtx, id: string, { decision, reason }: Review) =>
  oversee(ctx, id, (own) => review(own, id, decision, reason))
