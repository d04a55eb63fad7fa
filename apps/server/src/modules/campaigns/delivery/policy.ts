import type { CampaignState, PauseReason } from '@recado/contracts/campaigns/campaigns'
import type { CampaignContent } from '@recado/contracts/campaigns/content'

export const canLaunch = (state: CampaignState): boolean => state === 'draft'
export const canPause = (state: CampaignState): boolean =>
  state === 'running' || state === 'scheduled' || state === 'validating'
export const canResume = (state: CampaignState): boolean => state === 'paused'
export const canCancel = (state: CampaignState): boolean => canPause(state) || canResume(state)

/** Whether the platform holds a campaign, so that its company can end it but not go on with it. */
export const isHeld = ({ state, pauseReason }: { state: CampaignState; pauseReason: PauseReason | null }): boolean =>
  state === 'paused' && (pauseReason === 'held' || pauseReason === 'review')

type Approval = { state: CampaignState; approvalNeeded: boolean; approvedAt: Date | null }

/** Whether a launch waits for a colleague to approve it. */
export const awaitsApproval = ({ state, approvalNeeded, approvedAt }: Approval): boolean =>
  state === 'scheduled' && approvalNeeded && approvedAt === null

/** Failures are reported for days: of a campaign that had completed without one, too. */
export const canRetry = (state: CampaignState): boolean =>
  state === 'running' || state === 'paused' || state === 'completed' || state === 'completed_with_errors'

type Tested = {
  state: CampaignState
  pauseReason: PauseReason | null
  startedAt: Date | null
  content: Pick<CampaignContent, 'test'>
  testDecision: object | null
}

/** Whether the winner of a test can be chosen: once, and again while the one that was chosen cannot be sent. */
export const canDecide = ({ state, pauseReason, startedAt, content, testDecision }: Tested): boolean =>
  content.test !== null &&
  startedAt !== null &&
  (testDecision === null
    ? state === 'running' || state === 'paused'
    : state === 'paused' && pauseReason === 'template_paused')

/** Whether it can be changed who chooses the winner. */
export const canSetRule = ({ state, content, testDecision }: Omit<Tested, 'pauseReason' | 'startedAt'>): boolean =>
  content.test !== null && testDecision === null && (canPause(state) || canResume(state))

/** Errors that another try meets again, or that forbid one. */
const lasting: ReadonlySet<string> = new Set(['permanent_recipient', 'policy', 'opted_out', 'request'])

/** Whether recipients whose message failed for this reason can be tried again. */
export const isRetryable = (errorClass: string): boolean => !lasting.has(errorClass)
