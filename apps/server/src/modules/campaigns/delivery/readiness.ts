import { campaignLimits } from '@recado/contracts/campaigns/campaigns'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { waterfallOf } from '#server/modules/campaigns/audience/index.ts'
import type { CampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import {
  type ContentPlan,
  planContent,
  templateFor,
  unfilledVariables,
} from '#server/modules/campaigns/content/index.ts'
import { canSend, findChannelAccess, sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { type Finding, gapsOf } from './policy.ts'
import { countRunning } from './queries/running.ts'
import { startOf } from './timing.ts'

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
    const isUp = access?.accessToken && access.hold === null && canSend(access.channel.status, sendPriorities.bulk)
    if (!isUp) findings.push({ name: 'channel_not_sendable', facts: { channelId } })
    else if (access?.channel.paused) findings.push({ name: 'sending_paused', facts: { channelId } })
  }
  return findings
}

const scheduleFindings = async (ctx: CompanyCtx, row: CampaignRow): Promise<Finding[]> => {
  const { start } = row.schedule
  const isPast = start.kind !== 'now' && start.kind !== 'local' && startOf(start, ctx.now()) < ctx.now()
  const limit = campaignLimits.running
  return [
    ...(isPast ? [{ name: 'schedule_past' as const, facts: {} }] : []),
    ...((await countRunning(ctx, row.id)) >= limit ? [{ name: 'too_many_running' as const, facts: { limit } }] : []),
  ]
}

/** Throws `campaign_not_ready` with what is in the way of a launch. */
export const assertReady = async (ctx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const gaps = gapsOf(row)
  const findings = [...gaps, ...(await scheduleFindings(ctx, row))]
  if (gaps.length === 0) {
    const plan = await planContent(ctx, row.id, row.content)
    findings.push(...(await channelFindings(ctx, plan)), ...templateFindings(plan))
    if (findings.length === 0 && row.audience.freezeAt === 'launch') {
      const { willSend } = await waterfallOf(ctx, row.audience, plan)
      if (willSend === 0) findings.push({ name: 'no_recipients', facts: {} })
    }
  }
  if (findings.length > 0) throw new AppError('campaign_not_ready', { data: { findings } })
}
