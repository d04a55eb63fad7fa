import type { Campaign, CampaignFilter, CampaignSummary, listCampaigns } from '@recado/contracts/campaigns/campaigns'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { counted, pageFrom } from '#server/lib/page.ts'
import * as queries from '../queries/campaigns.ts'
import { compileCampaignFilter } from '../queries/filter.ts'
import { findSums, type Sums } from '../queries/sums.ts'
import { listUploads } from '../queries/uploads.ts'
import { campaignView, summaryOf } from '../view.ts'

const sumsOf = (sums: ReadonlyMap<string, Sums>, id: string): Sums => {
  const found = sums.get(id)
  if (!found) throw new Error(`No sums of ${id}`)
  return found
}

/** One campaign with its draft. Throws `not_found`. */
export const readCampaign = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  const found = await queries.findCampaign(ctx, id)
  if (!found) throw new AppError('not_found')
  const sums = await findSums(ctx, [id])
  return campaignView(found, sumsOf(sums, id), await listUploads(ctx, id))
}

type Query = z.output<typeof listCampaigns.query>

/** One page of campaigns, newest first. */
export const listPage = async (ctx: CompanyCtx, { cursor, limit, count, ...filter }: Query) => {
  const where = compileCampaignFilter(ctx, filter)
  const after = decodeCursor(rankedPlace, cursor)
  const rows = await queries.listCampaigns(ctx, where, { after, limit: limit + 1 })
  const sums = await findSums(
    ctx,
    rows.map(({ row }) => row.id),
  )
  const page = pageFrom(
    rows,
    limit,
    (found): CampaignSummary => summaryOf(found, sumsOf(sums, found.row.id)),
    ({ row, createdAtText }) => encodeCursor({ id: row.id, at: createdAtText }),
  )
  return counted(page, count && (await queries.countCampaigns(ctx, where)))
}

/** Ids of campaigns that a filter leaves, newest first. */
export const findCampaignIds = async (ctx: CompanyCtx, filter: CampaignFilter, limit: number): Promise<string[]> =>
  (await queries.listCampaigns(ctx, compileCampaignFilter(ctx, filter), { after: null, limit })).map(
    ({ row }) => row.id,
  )
