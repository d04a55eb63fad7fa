import type { listAllCampaigns, OverseenCampaign, OverseenDetail } from '@recado/contracts/campaigns/oversight'
import { countLimit } from '@recado/contracts/shared/lists'
import type { z } from 'zod'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { counted, pageFrom } from '#server/lib/page.ts'
import {
  countAcrossCompanies,
  findAcrossCompanies,
  findDetail,
  listAcrossCompanies,
  listFailures,
  listRisks,
  type OverseenRow,
} from '../queries/across.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Messages a minute: what left since the hour before this one began, or since the campaign did. */
const paceOf = ({ state, startedAt, lately }: OverseenRow, now: number): number | null => {
  if (state !== 'running' || startedAt === null) return null
  const since = Math.max(now - (now % HOUR) - HOUR, new Date(startedAt).getTime())
  return lately / Math.max(1, (now - since) / MINUTE)
}

const isoOf = (at: string | null) => (at === null ? null : new Date(at).toISOString())

const viewOf = (row: OverseenRow, now: number): OverseenCampaign => ({
  ...{ id: row.id, name: row.name, company: { id: row.companyId, name: row.companyName } },
  ...{ state: row.state, pauseReason: row.pauseReason, recipients: row.recipients, queued: row.queued },
  ...{ sent: row.sent, delivered: row.delivered, failed: row.failed, optedOut: row.optedOut },
  ...{ perMinute: paceOf(row, now), quality: row.quality, risks: row.risks },
  spend: { amount: row.amount, currency: row.currency },
  launchedBy: personOf(row.launchedBy, row.launcherName, row.launcherAvatar),
  startedAt: isoOf(row.startedAt),
  createdAt: new Date(row.createdAt).toISOString(),
})

type Query = z.output<typeof listAllCampaigns.query>

/** One page of the campaigns of all companies, newest first. */
export const listAll = async (ctx: Ctx, { cursor, limit, count, ...filter }: Query) => {
  const before = decodeCursor(rankedPlace, cursor)
  const rows = await listAcrossCompanies(ctx, filter, { before, limit: limit + 1 })
  const now = ctx.now().getTime()
  const page = pageFrom(
    rows,
    limit,
    (row) => viewOf(row, now),
    ({ id, createdAt }) => encodeCursor({ id, at: createdAt }),
  )
  return counted(page, count && (await countAcrossCompanies(ctx, filter, countLimit)))
}

/** One campaign of any company. Throws `not_found`. */
export const readOverseen = async (ctx: Ctx, id: string): Promise<OverseenDetail> => {
  const row = await findAcrossCompanies(ctx, id)
  if (!row) throw new AppError('not_found')
  const detail = await findDetail(ctx, row)
  const risks = await listRisks(ctx, row)
  return {
    ...viewOf(row, ctx.now().getTime()),
    ...detail,
    failures: await listFailures(ctx, row),
    history: risks.map(({ decidedAt, createdAt, ...risk }) => ({
      ...risk,
      decidedAt: isoOf(decidedAt),
      createdAt: new Date(createdAt).toISOString(),
    })),
    startsAt: isoOf(detail.startsAt),
    finishedAt: isoOf(detail.finishedAt),
  }
}
