import type { CompanyCtx, Ctx } from '#server/context.ts'
import type { CampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import { loadSettings } from '#server/modules/shared/settings/index.ts'
import { findLaunchFacts, findRules, hasOpenRisks, openFailures, openRisks } from './queries/risks.ts'
import { LEAST_MESSAGES, launchRules } from './rules.ts'

/** Writes down why a person of the platform should look at a launch; of one of a series, what they did not see with it. */
export const assessLaunch = async (
  tx: CompanyCtx,
  { id, seriesId, audience }: CampaignRow,
  recipients: number,
): Promise<void> => {
  const { campaigns: limits } = await loadSettings(tx.deps)
  const uploads = audience.sources.flatMap((source) => (source.kind === 'rows' ? [source.uploadId] : []))
  const lists = audience.sources.flatMap((source) => (source.kind === 'lists' ? source.ids : []))
  const facts = { recipients, ...(await findLaunchFacts(tx, id, { uploads, lists })) }
  const seen = seriesId === null ? [] : await findRules(tx, seriesId)
  const risks = launchRules.flatMap(({ rule, sees }) => {
    const evidence = seen.includes(rule) ? null : sees(facts, limits)
    return evidence ? [{ rule, evidence }] : []
  })
  await openRisks(tx, id, risks)
}

/** Whether a campaign has to wait until a person of the platform has looked at it. */
export const awaitsReview = async (tx: CompanyCtx, campaignId: string): Promise<boolean> =>
  (await loadSettings(tx.deps)).campaigns.holdRisky && (await hasOpenRisks(tx, campaignId))

/** Finds campaigns under way of which more messages fail than the platform finds usual. */
export const findFailures = async (ctx: Ctx): Promise<void> =>
  openFailures(ctx, (await loadSettings(ctx.deps)).campaigns.failurePercent, LEAST_MESSAGES)
