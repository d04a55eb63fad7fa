import type { CampaignState, CampaignSummary } from '@recado/contracts/campaigns/campaigns'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'

const tones: Record<CampaignState, StatusTone> = {
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

/** How far a campaign is, and why it waits. */
export const CampaignStateText = ({ state, pauseReason }: Pick<CampaignSummary, 'state' | 'pauseReason'>) => {
  const { t } = useTranslation('campaigns/list')
  const text = t(`state.${state}`)
  return (
    <StatusText tone={tones[state]}>
      {state === 'paused' && pauseReason ? `${text}: ${t(`pause.${pauseReason}`)}` : text}
    </StatusText>
  )
}
