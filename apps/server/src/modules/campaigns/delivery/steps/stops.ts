import { refuseAbility } from '@recado/contracts'
import type { PauseReason } from '@recado/contracts/campaigns/campaigns'
import { type CompanyCtx, factsOf } from '#server/context.ts'
import { type CampaignRow, findSums } from '#server/modules/campaigns/campaigns/index.ts'
import type { ContentPlan } from '#server/modules/campaigns/content/index.ts'
import type { Line } from '#server/modules/campaigns/preflight/index.ts'
import { findAsker } from '#server/modules/shared/tasks/index.ts'
import { canSend, findChannelAccess, sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { unsendableStatus } from '#server/modules/whatsapp/templates/index.ts'
import { findOpenWaves } from '../queries/recipients.ts'
import { findRecent, findRecentOptOuts } from '../queries/work.ts'
import { REST } from './test.ts'

export type Stop = { reason: PauseReason; until?: Date }

/** A template that is not approved is looked at again after this. */
const TEMPLATE_AGAIN_MS = 5000

const qualities = ['GREEN', 'YELLOW', 'RED']
const isWorse = (quality: string | null, than: string) => {
  const rank = qualities.indexOf(quality ?? '')
  return rank >= 0 && rank >= qualities.indexOf(than)
}

/** Whether who launched it may still do so. */
export const mayStillLaunch = async (ctx: CompanyCtx, { launchedBy }: CampaignRow): Promise<boolean> => {
  if (launchedBy === null) return true
  const asker = await findAsker(ctx, launchedBy, ctx.company.id)
  return asker?.company ? refuseAbility('campaigns.launch', factsOf({ ...ctx, ...asker })) === null : false
}

const channelStop = async (ctx: CompanyCtx, plan: ContentPlan): Promise<Stop | null> => {
  if (plan.channels.length < plan.content.channels.length || plan.channels.length === 0)
    return { reason: 'channel_down' }
  for (const { id } of plan.channels) {
    const access = await findChannelAccess(ctx.deps, id)
    if (access?.hold) return { reason: 'access_revoked' }
    if (access?.channel.paused) return { reason: 'platform' }
    if (!access?.client || !canSend(access.channel.status, sendPriorities.bulk)) return { reason: 'channel_down' }
  }
  return null
}

/** Variants that someone may still get: while the others wait for the winner of a test, none. */
const variantsLeft = async (ctx: CompanyCtx, { id, content, testDecision }: CampaignRow) => {
  if (content.test === null) return content.variants
  const waves = await findOpenWaves(ctx, id)
  if (waves.some((wave) => wave !== REST)) return content.variants
  return testDecision ? content.variants.slice(testDecision.variant, testDecision.variant + 1) : []
}

const templateStop = async (ctx: CompanyCtx, row: CampaignRow, plan: ContentPlan): Promise<Stop | null> => {
  const until = new Date(ctx.now().getTime() + TEMPLATE_AGAIN_MS)
  for (const { template, language } of await variantsLeft(ctx, row))
    for (const accountId of new Set(plan.channels.map((channel) => channel.accountId))) {
      const name = language.strategy === 'fixed' ? language.language : language.fallback
      const status = await unsendableStatus(ctx.deps, accountId, template, name)
      const known = [...plan.templates.values()].some((one) => one.name === template && one.status === 'APPROVED')
      if (status !== null || !known) return { reason: 'template_paused', until }
    }
  return null
}

/** What must stop a campaign before anything else of it leaves; null when it may go on. */
export const stopOf = async (
  ctx: CompanyCtx,
  row: CampaignRow,
  plan: ContentPlan,
  lines: readonly Line[],
): Promise<Stop | null> => {
  if (!(await mayStillLaunch(ctx, row))) return { reason: 'access_revoked' }
  const outside = (await channelStop(ctx, plan)) ?? (await templateStop(ctx, row, plan))
  if (outside) return outside
  const { quality, failures, optOuts, spend } = row.schedule.stops
  if (quality !== null && lines.some((line) => isWorse(line.quality, quality))) return { reason: 'quality' }
  const since = row.stopsSince ?? row.startedAt ?? ctx.now()
  if (failures) {
    const { known, failed } = await findRecent(ctx, row.id, since, failures.of)
    if (known >= failures.of && failed * 100 > failures.percent * known) return { reason: 'error_rate' }
  }
  if (optOuts) {
    const { known, failed } = await findRecentOptOuts(ctx, row.id, since, optOuts.of)
    if (known >= optOuts.of && failed * 100 > optOuts.percent * known) return { reason: 'opt_out_rate' }
  }
  if (spend !== null) {
    const cost = (await findSums(ctx, [row.id])).get(row.id)?.cost ?? 0
    if (cost >= spend) return { reason: 'spend_cap' }
  }
  return null
}
