import type { Campaign, CampaignState as State } from '@recado/contracts/campaigns/campaigns'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'

const tones: Record<State, StatusTone> = {
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

export const CampaignState = ({ campaign: { state } }: { campaign: Pick<Campaign, 'state'> }) => {
  const { t } = useTranslation('campaigns/campaign')
  return <StatusText tone={tones[state]}>{t(`state.${state}`)}</StatusText>
}
