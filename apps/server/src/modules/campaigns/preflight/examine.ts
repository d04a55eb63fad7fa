import type { AudienceWaterfall } from '@recado/contracts/campaigns/audience'
import type { Preflight } from '@recado/contracts/campaigns/preflight'
import type { CompanyCtx } from '#server/context.ts'
import { knownTimezone } from '#server/lib/zone.ts'
import { compileFor, waterfallOf } from '#server/modules/campaigns/audience/index.ts'
import { type CampaignRow, nextTimes, startOf } from '#server/modules/campaigns/campaigns/index.ts'
import { type ContentPlan, planContent } from '#server/modules/campaigns/content/index.ts'
import { bulkSize, limitSize } from '#server/modules/whatsapp/channels/index.ts'
import { needsApproval } from './approval.ts'
import { costOf, deliveredShare } from './cost.ts'
import { type Forecast, forecast, forecastTest, type Group, type Load } from './finish.ts'
import { linkWarnings } from './links.ts'
import { type Crowd, findCrowds } from './queries/crowds.ts'
import { countMembers, findFrees, findHistory, findRates, findTemplateStates } from './queries/facts.ts'
import { findLines, findSharers, type Line } from './queries/lines.ts'
import { countRunning } from './queries/running.ts'
import { findBlocking } from './readiness.ts'
import { notBeforeOf, quietUntil, zoneOf } from './timing.ts'

const HOUR = 3_600_000
/** Answers come for some hours after the last message. */
const REPLY_HOURS = 4
const USUALLY_REPLIED = 0.05
/** Answers that one member can give in an hour. */
const ANSWERS_PER_HOUR = 15
const LONG_RUN = 24 * HOUR

type Warning = Preflight['warnings'][number]
type Limit = Preflight['limits'][number]

/** Messages a second of all numbers, which take turns by their weights. */
const speedOf = (row: CampaignRow, lines: readonly Line[]): number => {
  const weights = new Map(row.content.channels.map(({ channelId, weight }) => [channelId, weight]))
  const total = lines.reduce((sum, { id }) => sum + (weights.get(id) ?? 1), 0)
  const { perSecond } = row.schedule
  const speeds = lines.map(
    ({ id, throughput }) => (Math.min(throughput, perSecond ?? throughput) * total) / (weights.get(id) ?? 1),
  )
  return Math.max(0.1, Math.min(1000, ...speeds))
}

const groupsOf = (ctx: CompanyCtx, row: CampaignRow, crowds: readonly Crowd[], startsAt: Date): Group[] => {
  const groups = new Map<string, Group>()
  for (const { prefix, timezone, country, open, count } of crowds) {
    const person = { phone: prefix, timezone, country }
    const zone = zoneOf(person) ?? ctx.company.timezone
    const notBefore = notBeforeOf(row.schedule.start, person, startsAt).getTime()
    const key = `${zone} ${notBefore}`
    const group = groups.get(key) ?? { zone: knownTimezone(zone), notBefore, count: 0, fresh: 0 }
    groups.set(key, { ...group, count: group.count + count, fresh: group.fresh + (open ? 0 : count) })
  }
  return [...groups.values()]
}

type Room = { scope: string; limit: number | null; used: number; frees: { at: number; n: number }[]; parts: number }

/** The limit that binds: the smallest of the portfolio's numbers. This campaign counts among those that share it. */
const roomsOf = async (ctx: CompanyCtx, row: CampaignRow, lines: readonly Line[]): Promise<Room[]> => {
  const scopes = [...new Set(lines.map(({ scope }) => scope))]
  const sharers = await findSharers(ctx, scopes)
  return Promise.all(
    scopes.map(async (scope) => {
      const sizes = lines.flatMap((line) => (line.scope === scope ? (limitSize(line.messagingLimit) ?? []) : []))
      const limit = sizes.length === 0 ? null : Math.min(...sizes)
      const frees = await findFrees(ctx, scope)
      const parts = 1 + sharers.filter((one) => one.scope === scope && one.id !== row.id).length
      return { scope, limit, frees, parts, used: frees.reduce((sum, { n }) => sum + n, 0) }
    }),
  )
}

/** The room of the portfolio that binds most; null where none has a limit. */
const tightestOf = (rooms: readonly Room[]) => {
  const bounded = rooms.flatMap(({ limit, ...room }) => (limit === null ? [] : [{ ...room, limit: bulkSize(limit) }]))
  return bounded.toSorted((one, other) => one.limit - one.used - (other.limit - other.used))[0] ?? null
}

type Rest = { left: number; sent: Load['sent']; perSecond: number | null }

/**
 * When what is left of a campaign that runs will have gone out, by the messages a second that were measured; null for as
 * fast as its numbers may. It goes by the company's clock and takes everyone for new to the portfolio.
 */
export const forecastRest = async (ctx: CompanyCtx, row: CampaignRow, rest: Rest): Promise<Forecast> => {
  const channelIds = row.content.channels.map(({ channelId }) => channelId)
  const lines = await findLines(ctx, channelIds)
  const now = ctx.now().getTime()
  const zone = knownTimezone(ctx.company.timezone)
  return forecast({
    ...{ now, timezone: ctx.company.timezone, schedule: row.schedule, sent: rest.sent },
    groups: [{ zone, notBefore: now, count: rest.left, fresh: rest.left }],
    speed: Math.max(0.1, rest.perSecond ?? speedOf(row, lines)),
    room: tightestOf(await roomsOf(ctx, row, lines)),
  })
}

type Plans = { plan: ContentPlan; lines: readonly Line[]; crowds: readonly Crowd[]; unpriced: number }

const qualityWarnings = async (ctx: CompanyCtx, { plan, lines }: Plans, willSend: number): Promise<Warning[]> => {
  const names = plan.content.variants.map(({ template }) => template)
  const accounts = plan.channels.map(({ accountId }) => accountId)
  const states = await findTemplateStates(ctx, accounts, names)
  return [
    ...states.flatMap(({ name, quality }): Warning[] =>
      quality === null ? [] : [{ name: 'template_quality', facts: { template: name, quality } }],
    ),
    ...states.flatMap(({ name, fresh }): Warning[] =>
      fresh && willSend >= 1000 ? [{ name: 'template_pacing', facts: { template: name } }] : [],
    ),
    ...lines.flatMap(({ id, quality }): Warning[] =>
      quality === 'YELLOW' || quality === 'RED' ? [{ name: 'channel_quality', facts: { channelId: id, quality } }] : [],
    ),
  ]
}

/** People whose language no approved template of a variant has that goes by it. */
const withoutLanguage = ({ plan, crowds }: Plans): number => {
  const byContact = plan.content.variants.filter(({ language }) => language.strategy === 'contact')
  const known = new Set(
    [...plan.templates.values()]
      .filter(({ name, status }) => status === 'APPROVED' && byContact.some(({ template }) => template === name))
      .map(({ language }) => language.slice(0, 2)),
  )
  if (byContact.length === 0) return 0
  return crowds.reduce(
    (sum, { language, count }) => sum + (language !== null && !known.has(language.slice(0, 2)) ? count : 0),
    0,
  )
}

const warned = (name: Warning['name'], count: number, facts: Warning['facts'] = {}): Warning[] =>
  count > 0 ? [{ name, facts: { count, ...facts } }] : []

const testOf = (
  { content: { test, variants } }: CampaignRow,
  willSend: number,
  decidesAt: number | null,
): Preflight['test'] => {
  if (test === null || decidesAt === null) return null
  const people = Math.round((willSend * test.percent) / 100)
  const { metric, rule } = test
  return {
    ...{ people, rest: willSend - people, decidesAt: new Date(decidesAt).toISOString(), metric, rule },
    variants: variants.map(({ key }) => key),
  }
}

/** Of an audience that could not even be guessed at. */
const uncounted: AudienceWaterfall = { matched: 0, duplicates: 0, excluded: [], willSend: 0, exact: false }

/** What a launch of a campaign would do now. Throws `validation_failed` for what its audience names that is gone. */
export const examine = async (ctx: CompanyCtx, row: CampaignRow): Promise<Preflight> => {
  const plan = await planContent(ctx, row.id, row.content)
  const counted = await waterfallOf(ctx, row.audience, plan)
  const channelIds = plan.channels.map(({ id }) => id)
  const lines = await findLines(ctx, channelIds)
  const found = await findCrowds(ctx, await compileFor(ctx, row.audience, plan), channelIds)
  const waterfall = found === null ? uncounted : counted
  const crowds = found ?? []
  const now = ctx.now()
  const startsAt = startOf(row.schedule.start, now)
  const groups = groupsOf(ctx, row, crowds, startsAt > now ? startsAt : now)
  const history = await findHistory(ctx)
  const { cost, unpriced } = costOf(plan, crowds, await findRates(ctx, plan.currency), deliveredShare(history))
  const rooms = await roomsOf(ctx, row, lines)
  const tightest = tightestOf(rooms)
  const load = {
    ...{ now: now.getTime(), groups, speed: speedOf(row, lines), timezone: ctx.company.timezone },
    ...{ schedule: row.schedule, sent: { today: 0, all: 0, startedAt: null }, room: tightest },
  }
  const { finishesAt, fits, decidesAt } = forecastTest(load, row.content.test)
  const limits = rooms.map(({ scope, limit, used }): Limit => {
    const full = limit !== null && fits !== null && scope === tightest?.scope
    const fitsNow = full ? Math.floor(fits) : waterfall.willSend
    return { portfolioId: scope, limit, used, fitsNow, restAt: full ? new Date(finishesAt).toISOString() : null }
  })
  const members = await countMembers(ctx)
  const replied = history.delivered < 200 ? USUALLY_REPLIED : history.replied / history.delivered
  const expected = Math.round(waterfall.willSend * replied)
  const earliest = Math.max(startsAt.getTime(), now.getTime())
  const first = groups.length === 0 ? earliest : Math.min(finishesAt, ...groups.map(({ notBefore }) => notBefore))
  const perHour = expected / ((finishesAt - first) / HOUR + REPLY_HOURS)
  const plans = { plan, lines, crowds, unpriced }
  const others = await countRunning(ctx, row.id)
  const full = limits.find(({ restAt }) => restAt !== null)
  const quiet = quietUntil(row.schedule.quietHours, ctx.company.timezone, startsAt > now ? startsAt : now)
  const american = waterfall.excluded.find(({ reason }) => reason === 'marketing_not_delivered')?.count ?? 0
  const warnings: Warning[] = [
    ...warned('limit_today', full?.fitsNow ?? 0, { at: full?.restAt ?? '', limit: full?.limit ?? 0 }),
    ...(await qualityWarnings(ctx, plans, waterfall.willSend)),
    ...warned('us_numbers', american),
    ...warned('language_gaps', withoutLanguage(plans)),
    ...warned('other_campaigns', others),
    ...(perHour > members * ANSWERS_PER_HOUR
      ? [{ name: 'staffing' as const, facts: { perHour: Math.round(perHour), members, expected } }]
      : []),
    ...(quiet === null ? [] : [{ name: 'quiet_hours' as const, facts: { until: quiet.toISOString() } }]),
    ...((await needsApproval(ctx, waterfall)) ? [{ name: 'approval_needed' as const, facts: {} }] : []),
    ...warned('no_rates', unpriced),
    ...linkWarnings(ctx.deps, plan),
    ...(finishesAt - first > LONG_RUN
      ? [{ name: 'long_run' as const, facts: { days: Math.ceil((finishesAt - first) / LONG_RUN) } }]
      : []),
  ]
  return {
    ...{ version: row.version, waterfall, blocking: await findBlocking(ctx, row, plan, waterfall), warnings },
    ...{
      cost,
      limits,
      startsAt: new Date(first).toISOString(),
      finishesAt: new Date(Math.max(first, finishesAt)).toISOString(),
    },
    occurrences: nextTimes(row, now).map((at) => at.toISOString()),
    test: testOf(row, waterfall.willSend, decidesAt),
    replies: { expected, perHour: Math.round(perHour * 10) / 10, members },
  }
}
