import type { CampaignState } from '@recado/contracts/campaigns/campaigns'

type Stage = { state: CampaignState; approvalNeeded: boolean }

export const isDraft = ({ state }: Pick<Stage, 'state'>): boolean => state === 'draft'

/** What of a campaign can still be changed once it is launched: what was examined then stays as it was. */
const ofWaiting: ReadonlySet<string> = new Set(['name', 'schedule'])

/** Whether these fields of a campaign may be changed now. */
export const mayChange = (campaign: Stage, fields: readonly string[]): boolean => {
  const { state } = campaign
  if (isDraft(campaign)) return true
  // What a colleague is to approve, or has approved, stays as it was.
  if (campaign.approvalNeeded) return fields.every((field) => field === 'name')
  if (state !== 'scheduled' && state !== 'paused') return fields.every((field) => field === 'name')
  return fields.every((field) => ofWaiting.has(field))
}

export const isUnderWay = ({ state }: Pick<Stage, 'state'>): boolean =>
  state === 'validating' || state === 'scheduled' || state === 'running' || state === 'paused'
