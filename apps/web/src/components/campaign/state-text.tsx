import type { CampaignState, CampaignSummary } from '@recado/contracts/campaigns/campaigns'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'

/** The colour of each state. */
export const campaignTones: Record<CampaignState, StatusTone> = {
  draft: 'none',
  validating: 'open',
  scheduled: 'open',
  running: 'good',
  paused: 'warning',
  completed: 'good',
  completed_with_errors: 'warning',
  canceled: 'none',
  failed: 'bad',
}

type Stage = Pick<CampaignSummary, 'state' | 'pauseReason'>

/** How far a campaign is, and why it waits, in words. */
export const useCampaignStateText = ({ state, pauseReason }: Stage): string => {
  const { t } = useTranslation('campaigns/list')
  const text = t(`state.${state}`)
  return state === 'paused' && pauseReason ? `${text}: ${t(`pause.${pauseReason}`)}` : text
}

/** The same with its colour. */
export const CampaignStateText = (stage: Stage) => (
  <StatusText tone={campaignTones[stage.state]}>{useCampaignStateText(stage)}</StatusText>
)
