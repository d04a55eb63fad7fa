import { type CampaignSeries, campaignLimits } from '@recado/contracts/campaigns/campaigns'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { knownTimezone, toWallClock } from '#server/lib/zone.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitCampaign } from '../change-events.ts'
import * as queries from '../queries/campaigns.ts'
import { addedUp, findSums } from '../queries/sums.ts'
import { isSeries, nextTimes } from '../start.ts'
import { countsOf } from '../view.ts'

const MOST_NAME = 120

const scheduleOf = ({ schedule }: queries.CampaignRow, at: Date): queries.CampaignRow['schedule'] => {
  const { start } = schedule
  const timezone = knownTimezone('timezone' in start ? start.timezone : 'UTC')
  return { ...schedule, start: { kind: 'at', at: toWallClock(at, timezone).toISOString().slice(0, 16), timezone } }
}

/** The name of a series with the day of one of its campaigns, as clocks there show it. */
const nameOf = (name: string, day: string) => `${name.slice(0, MOST_NAME - day.length - 3)} (${day})`

/**
 * Makes the campaign of a series for one of its times, which is to be examined next. A second call for that time changes
 * nothing. Answers whether the company had room for it.
 */
export const makeOccurrence = async (tx: CompanyCtx, series: queries.CampaignRow, at: Date): Promise<boolean> => {
  if ((await queries.countCampaigns(tx, undefined)) >= campaignLimits.stored) return false
  const { audience, content, ownerId, launchedBy, platformPerSecond } = series
  const schedule = scheduleOf(series, at)
  const day = 'at' in schedule.start ? schedule.start.at.slice(0, 10) : ''
  const id = newId()
  const name = nameOf(series.name, day)
  const isNew = await queries.insertOccurrence(tx, {
    ...{ id, name, seriesId: series.id, occursAt: at, startsAt: at, wakeAt: tx.now(), state: 'scheduled' },
    ...{ audience: { ...audience, freezeAt: 'start' }, content, schedule, step: 'review' },
    ...{ ownerId, launchedBy, platformPerSecond, createdAt: tx.now(), updatedAt: tx.now() },
  })
  if (!isNew) return true
  const target = { type: 'campaign', id, label: name }
  await recordAudit(tx, { action: 'campaign.launch', target, diff: { series: series.id } })
  emitCampaign(tx, id)
  return true
}

/** The next times of a series and the sums of its campaigns. Throws `not_found` for what is no series. */
export const readSeries = async (ctx: CompanyCtx, id: string): Promise<CampaignSeries> => {
  const found = await queries.findCampaign(ctx, id)
  if (!found || !isSeries(found.row)) throw new AppError('not_found')
  const ids = await queries.findOccurrenceIds(ctx, id)
  const sums = addedUp([...(await findSums(ctx, ids)).values()])
  const isOver = found.row.finishedAt !== null
  return {
    next: isOver ? [] : nextTimes(found.row, ctx.now()).map((at) => at.toISOString()),
    campaigns: ids.length,
    counts: countsOf(sums),
    cost: { actual: sums.cost, currency: found.currency },
  }
}
