import type { CampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import type { winnerMetrics } from '@recado/contracts/campaigns/content'
import { skipReasons } from '@recado/contracts/campaigns/recipients'
import type { CompanyCtx } from '#server/context.ts'
import { chanceOf, proportionOf, rateOf, type Share, SIGNIFICANT } from '#server/lib/statistics.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { findTaken } from '#server/modules/campaigns/replies/index.ts'
import { liftBetween } from './lift.ts'
import { findAnalyzedLinks, findSplitSums, type SplitSum } from './queries/sums.ts'

const partOf = (sums: readonly SplitSum[]) => {
  const sumOf = (measure: SplitSum['measure']) =>
    sums.reduce((sum, one) => (one.measure === measure ? sum + one.n : sum), 0)
  return {
    ...{ sent: sumOf('sent'), delivered: sumOf('delivered'), read: sumOf('read'), clicked: sumOf('clicked') },
    ...{ replied: sumOf('replied'), failed: sumOf('failed'), optedOut: sumOf('opted_out') },
  }
}
type Part = ReturnType<typeof partOf>

const splitBy = (sums: readonly SplitSum[], key: 'variant' | 'channelId' | 'hour') =>
  Map.groupBy(
    sums.filter((one) => one[key] !== null),
    (one) => String(one[key]),
  )

const metricOf = (metric: (typeof winnerMetrics)[number], { delivered, ...part }: Part): Share => {
  const counts = { read: part.read, click: part.clicked, reply: part.replied }
  return { some: counts[metric], all: delivered }
}

/** Whether everyone on whom the variants are compared has got theirs. */
const isCompared = ({ test, finishedAt }: Campaign): boolean =>
  test ? (test.decision?.complete ?? false) : finishedAt !== null

/** What the variants of a test came to when its winner was chosen; otherwise what they have come to. */
const shareIn = ({ content, test }: Campaign, place: number, part: Part): Share => {
  const figure = test?.decision?.figures[place]
  return figure ? { some: figure.some, all: figure.all } : metricOf(content.test?.metric ?? 'read', part)
}

const variantsOf = (campaign: Campaign, sums: readonly SplitSum[]): CampaignAnalytics['variants'] => {
  const { content, test } = campaign
  const bySet = splitBy(sums, 'variant')
  const compared = isCompared(campaign)
  const needed = SIGNIFICANT / Math.max(1, content.variants.length - 1)
  const variants = content.variants.map(({ key, template }, place) => {
    const part = partOf(bySet.get(String(place)) ?? [])
    return { key, template, part, share: shareIn(campaign, place, part) }
  })
  return variants.map((one) => {
    const [best] = variants
      .filter((other) => other !== one)
      .toSorted((a, b) => proportionOf(b.share) - proportionOf(a.share))
    const pValue = best && compared ? chanceOf(one.share, best.share) : null
    const { key, template, part } = one
    const { delivered } = part
    return {
      ...{ variant: key, template, ...part, pValue },
      readRate: rateOf(part.read, delivered),
      clickRate: rateOf(part.clicked, delivered),
      replyRate: rateOf(part.replied, delivered),
      winner: test
        ? test.decision?.variant === key
        : best !== undefined &&
          pValue !== null &&
          pValue < needed &&
          proportionOf(one.share) > proportionOf(best.share),
    }
  })
}

const byHourOfDay = (ctx: CompanyCtx, sums: readonly SplitSum[]): CampaignAnalytics['hours'] => {
  const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: ctx.company.timezone })
  const groups = Map.groupBy(
    sums.filter(({ hour }) => hour !== null),
    ({ hour }) => Number(clock.format(new Date(hour ?? 0))),
  )
  return [...groups].map(([hour, own]) => ({ ...partOf(own), hour })).toSorted((a, b) => a.hour - b.hour)
}

const detailsOf = (sums: readonly SplitSum[], measure: SplitSum['measure']) =>
  sums
    .filter((one) => one.measure === measure && one.detail !== null && one.n > 0)
    .map(({ detail, n }) => ({ detail: detail ?? '', n }))
    .toSorted((a, b) => b.n - a.n)

const errorOf = ({ detail, n }: { detail: string; n: number }) => {
  const [errorClass = '', code = ''] = detail.split(':')
  return { errorClass: errorClass || 'unknown', errorCode: /^\d+$/.test(code) ? Number(code) : null, count: n }
}

const skippedOf = (sums: readonly SplitSum[]): CampaignAnalytics['skipped'] =>
  skipReasons.flatMap((reason) => {
    const count = [...detailsOf(sums, 'skipped_by'), ...detailsOf(sums, 'left_out')].reduce(
      (sum, { detail, n }) => (detail === reason ? sum + n : sum),
      0,
    )
    return count > 0 ? [{ reason, count }] : []
  })

const liftOf = (sums: readonly SplitSum[], { counts, finishedAt }: Campaign): CampaignAnalytics['lift'] => {
  const all = detailsOf(sums, 'left_out').find(({ detail }) => detail === 'holdout')?.n ?? 0
  const wrote = detailsOf(sums, 'holdout_wrote').reduce((sum, { n }) => sum + n, 0)
  // Those who are left out are watched from the start, and others from when they get it.
  if (finishedAt === null) return null
  const lift = liftBetween({ some: counts.replied, all: counts.sent }, { some: wrote, all })
  return lift && { ...lift, wrote }
}

const linksOf = async (ctx: CompanyCtx, id: string, sums: readonly SplitSum[]): Promise<CampaignAnalytics['links']> => {
  const people = new Map(detailsOf(sums, 'link_people').map(({ detail, n }) => [detail, n]))
  const clicks = new Map(detailsOf(sums, 'link').map(({ detail, n }) => [detail, n]))
  return (await findAnalyzedLinks(ctx, id))
    .map(({ id: linkId, ...link }) => ({ ...link, clicks: clicks.get(linkId) ?? 0, people: people.get(linkId) ?? 0 }))
    .toSorted((a, b) => b.people - a.people)
}

const per = (amount: number, count: number): number | null => (count > 0 ? amount / count : null)

/** What came of a campaign, from its sums alone: as fast for a million recipients as for ten. Throws `not_found`. */
export const readAnalytics = async (ctx: CompanyCtx, id: string): Promise<CampaignAnalytics> => {
  const campaign = await readCampaign(ctx, id)
  const sums = await findSplitSums(ctx, id)
  const { counts, cost } = campaign
  const byChannel = splitBy(sums, 'channelId')
  const undelivered = detailsOf(sums, 'undelivered').reduce((sum, { n }) => sum + n, 0)
  return {
    counts,
    awaiting: Math.max(0, counts.sent - counts.delivered - undelivered),
    overTime: [...splitBy(sums, 'hour')]
      .map(([hour, own]) => ({ ...partOf(own), at: new Date(hour).toISOString() }))
      .toSorted((a, b) => a.at.localeCompare(b.at)),
    variants: variantsOf(campaign, sums),
    compared: isCompared(campaign),
    channels: campaign.channelIds.map((channelId) => ({ ...partOf(byChannel.get(channelId) ?? []), channelId })),
    hours: byHourOfDay(ctx, sums),
    errors: detailsOf(sums, 'failed_by').map(errorOf),
    skipped: skippedOf(sums),
    buttons: detailsOf(sums, 'button').map(({ detail, n }) => ({ text: detail, count: n })),
    replies: await findTaken(ctx, id),
    links: await linksOf(ctx, id, sums),
    cost: {
      ...{ currency: cost.currency, amount: cost.actual },
      ...{ perReply: per(cost.actual, counts.replied), perClick: per(cost.actual, counts.clicked) },
    },
    lift: liftOf(sums, campaign),
    updatedAt: ctx.now().toISOString(),
  }
}
