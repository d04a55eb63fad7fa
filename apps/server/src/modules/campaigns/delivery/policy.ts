import type { CampaignState } from '@recado/contracts/campaigns/campaigns'

export const canLaunch = (state: CampaignState): boolean => state === 'draft'
export const canPause = (state: CampaignState): boolean =>
  state === 'running' || state === 'scheduled' || state === 'validating'
export const canResume = (state: CampaignState): boolean => state === 'paused'
export const canCancel = (state: CampaignState): boolean => canPause(state) || canResume(state)

type Approval = { state: CampaignState; approvalNeeded: boolean; approvedAt: Date | null }

/** Whether a launch waits for a colleague to approve it. */
export const awaitsApproval = ({ state, approvalNeeded, approvedAt }: Approval): boolean =>
  state === 'scheduled' && approvalNeeded && approvedAt === null

export const canRetry = (state: CampaignState): boolean =>
  state === 'running' || state === 'paused' || state === 'completed_with_errors'

/** Errors that another try meets again, or that forbid one. */
const lasting: ReadonlySet<string> = new Set(['permanent_recipient', 'policy', 'opted_out', 'request'])

/** Whether recipients whose message failed for this reason can be tried again. */
export const isRetryable = (errorClass: string): boolean => !lasting.has(errorClass)
