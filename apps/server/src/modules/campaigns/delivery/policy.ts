import type { Campaign, CampaignState } from '@recado/contracts/campaigns/campaigns'
import type { BlockingFinding } from '@recado/contracts/campaigns/preflight'

export const canLaunch = (state: CampaignState): boolean => state === 'draft'
export const canPause = (state: CampaignState): boolean =>
  state === 'running' || state === 'scheduled' || state === 'validating'
export const canResume = (state: CampaignState): boolean => state === 'paused'
export const canCancel = (state: CampaignState): boolean => canPause(state) || canResume(state)

/** What is in the way of a launch, with the facts that its text names. */
export type Finding = { name: BlockingFinding; facts: Record<string, string | number> }
type Draft = Pick<Campaign, 'audience' | 'content' | 'schedule'>

/** What a draft lacks by itself, whatever stands around it. */
export const gapsOf = ({ audience, content, schedule }: Draft): Finding[] => {
  const shares = content.variants.reduce((sum, { share }) => sum + share, 0)
  const names: BlockingFinding[] = [
    ...(audience.sources.length === 0 ? (['no_recipients'] as const) : []),
    ...(content.channels.length === 0 ? (['no_channel'] as const) : []),
    ...(content.variants.length === 0 || content.variants.some(({ template }) => template === '')
      ? (['no_template'] as const)
      : []),
    ...(content.variants.length > 0 && shares !== 100 ? (['audience_invalid'] as const) : []),
  ]
  const unavailable = [...(content.test ? ['test'] : []), ...(schedule.start.kind === 'recurring' ? ['recurring'] : [])]
  return [
    ...names.map((name) => ({ name, facts: {} })),
    ...unavailable.map((part) => ({ name: 'not_available' as const, facts: { part } })),
  ]
}
