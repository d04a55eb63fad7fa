import { Button } from '@mantine/core'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useCan } from '#web/lib/session/session.ts'

const DecideDialog = lazyComponent(async () => (await import('./decide-dialog.tsx')).DecideDialog)

/** Whether a person can choose the variant that everyone else gets. */
const canDecide = ({ state, pauseReason, startedAt, test }: Campaign): boolean =>
  test !== null &&
  startedAt !== null &&
  (test.decision ? state === 'paused' && pauseReason === 'template_paused' : state === 'running' || state === 'paused')

/** Lets people choose the variant themselves who may launch campaigns. */
export const DecideButton = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('campaigns/campaign')
  const can = useCan()
  const [asked, setAsked] = useState(false)
  if (!can('campaigns.launch') || !canDecide(campaign)) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        {t('test.decide.button')}
      </Button>
      {asked ? <DecideDialog campaign={campaign} onClose={() => setAsked(false)} /> : null}
    </>
  )
}
