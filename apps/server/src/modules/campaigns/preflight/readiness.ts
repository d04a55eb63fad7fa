import type { AudienceWaterfall } from '@recado/contracts/campaigns/audience'
import { type Campaign, campaignLimits } from '@recado/contracts/campaigns/campaigns'
import { smallestGroup, testLimits, variantProblems } from '@recado/contracts/campaigns/content'
import type { BlockingFinding, FoundBlocking as Finding } from '@recado/contracts/campaigns/findings'
import { isRecurrence } from '@recado/contracts/campaigns/recurrence'
import { campaignRecipients } from '@recado/contracts/shared/quotas'
import { quickReplies } from '@recado/contracts/whatsapp/template-parts'
import type { CompanyCtx } from '#server/context.ts'
import { goneFrom } from '#server/modules/campaigns/audience/index.ts'
import { type CampaignRow, isSeries, startOf } from '#server/modules/campaigns/campaigns/index.ts'
import { type ContentPlan, templateFor, unfilledVariables } from '#server/modules/campaigns/content/index.ts'
import { missingTargets } from '#server/modules/campaigns/replies/index.ts'
import { canSend, findChannelAccess, sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { linkFindings } from './links.ts'
import { countRunningImports, isOnTrial } from './queries/facts.ts'
import { countRunning } from './queries/running.ts'

type Draft = Pick<Campaign, 'audience' | 'content' | 'schedule'>

/** What a draft itself lacks, whatever else would block its launch. */
const gapsOf = ({ audience, content, schedule }: Draft): Finding[] => {
  const names: BlockingFinding[] = [
    ...(audience.sources.length === 0 ? (['no_recipients'] as const) : []),
    ...(content.channels.length === 0 ? (['no_channel'] as const) : []),
    ...(content.variants.length === 0 || content.variants.some(({ template }) => template === '')
      ? (['no_template'] as const)
      : []),
    ...variantProblems(content),
    ...(schedule.start.kind === 'recurring' && !isRecurrence(schedule.start.rule)
      ? (['recurrence_invalid'] as const)
      : []),
  ]
  return names.map((name) => ({ name, facts: {} }))
}

const templateFindings = (plan: ContentPlan): Finding[] =>
  plan.content.variants.flatMap((variant): Finding[] => {
    const { template, language } = variant
    const name = language.strategy === 'fixed' ? language.language : language.fallback
    const facts = { template, language: name }
    return [...new Set(plan.channels.map(({ accountId }) => accountId))].flatMap((accountId): Finding[] => {
      const found = templateFor(plan, accountId, template, name)
      if (found?.status === 'PAUSED') return [{ name: 'template_paused', facts }]
      if (found?.status !== 'APPROVED') return [{ name: 'template_not_approved', facts }]
      const missing = unfilledVariables(found, variant)
      return missing.length > 0 ? [{ name: 'values_missing', facts: { ...facts, values: missing.join(', ') } }] : []
    })
  })

const channelFindings = async (ctx: CompanyCtx, { content, channels }: ContentPlan): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { channelId } of content.channels) {
    const access = channels.some(({ id }) => id === channelId) ? await findChannelAccess(ctx.deps, channelId) : null
    const isUp = access?.client && access.hold === null && canSend(access.channel.status, sendPriorities.bulk)
    if (!isUp) findings.push({ name: 'channel_not_sendable', facts: { channelId } })
    else if (access?.channel.paused) findings.push({ name: 'sending_paused', facts: { channelId } })
  }
  return findings
}

const scheduleFindings = async (ctx: CompanyCtx, row: CampaignRow): Promise<Finding[]> => {
  const { start } = row.schedule
  // One of a series is at its time, or later where something was in its way then.
  const isTimed = start.kind === 'at' || (start.kind === 'recurring' && isRecurrence(start.rule))
  const isPast = isTimed && row.seriesId === null && startOf(start, ctx.now()) < ctx.now()
  const limit = campaignLimits.running
  return [
    ...(isPast ? [{ name: 'schedule_past' as const, facts: {} }] : []),
    ...((await countRunning(ctx, row.id)) >= limit ? [{ name: 'too_many_running' as const, facts: { limit } }] : []),
  ]
}

/** What the audience grows by while an import runs: those who come in later would be left out. */
const growing: ReadonlySet<string> = new Set(['lists', 'tags', 'segments', 'filter'])

/** What keeps a campaign to so many recipients from being sent: the company may have fewer in one campaign. */
export const tooMany = async (ctx: CompanyCtx, count: number): Promise<Finding[]> => {
  const limit = (await isOnTrial(ctx)) ? campaignRecipients.trial : campaignRecipients.regular
  return count > limit ? [{ name: 'quota_exceeded', facts: { limit, count } }] : []
}

/** Whether looking at an audience took too long even for a guess, so that nothing is known of it. */
const isUncounted = ({ exact, matched }: AudienceWaterfall): boolean => !exact && matched === 0

const audienceFindings = async (
  ctx: CompanyCtx,
  row: CampaignRow,
  waterfall: AudienceWaterfall,
): Promise<Finding[]> => {
  if (isUncounted(waterfall)) return [{ name: 'audience_uncounted', facts: {} }]
  const { willSend } = waterfall
  const { audience, content } = row
  const atLaunch = audience.freezeAt === 'launch' && !isSeries(row)
  const grows = atLaunch && audience.sources.some(({ kind }) => growing.has(kind))
  const { least } = testLimits
  const isSmall = content.test !== null && smallestGroup(content, willSend) < least
  return [
    ...(atLaunch && willSend === 0 ? [{ name: 'no_recipients' as const, facts: {} }] : []),
    ...(atLaunch && willSend > 0 && isSmall ? [{ name: 'test_too_small' as const, facts: { least } }] : []),
    ...(await tooMany(ctx, willSend)),
    ...(grows && (await countRunningImports(ctx)) > 0 ? [{ name: 'import_running' as const, facts: {} }] : []),
  ]
}

const replyFindings = async (ctx: CompanyCtx, { content, templates }: ContentPlan): Promise<Finding[]> => {
  const { replies } = content
  const buttons = new Set([...templates.values()].flatMap(({ components }) => quickReplies(components)))
  const missing = await missingTargets(ctx, replies)
  return [
    ...replies.flatMap(({ button }) =>
      button === null || buttons.has(button) ? [] : [{ name: 'reply_button_gone' as const, facts: { button } }],
    ),
    ...missing.map(({ route, target }) => ({
      ...{ name: 'reply_target_gone' as const, facts: { part: target, button: replies[route]?.button ?? '' } },
    })),
  ]
}

/** What is in the way of a launch. */
export const findBlocking = async (
  ctx: CompanyCtx,
  row: CampaignRow,
  plan: ContentPlan,
  waterfall: AudienceWaterfall,
): Promise<Finding[]> => {
  const gaps = gapsOf(row)
  const findings = [...gaps, ...(await scheduleFindings(ctx, row))]
  if (gaps.length > 0) return findings
  const scopes = new Set(plan.channels.map(({ scope }) => scope))
  return [
    ...findings,
    ...(scopes.size > 1 ? [{ name: 'portfolios_differ' as const, facts: {} }] : []),
    ...(await channelFindings(ctx, plan)),
    ...templateFindings(plan),
    ...linkFindings(plan),
    ...(await replyFindings(ctx, plan)),
    ...(await goneFrom(ctx, row.audience)).map((part) => ({ name: 'audience_gone' as const, facts: { part } })),
    ...(await audienceFindings(ctx, row, waterfall)),
  ]
}
