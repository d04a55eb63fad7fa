import type { AutomationRunState } from '@recado/contracts/automation/automation-runs'
import type { Automation } from '@recado/contracts/automation/automations'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'

const tones = { draft: 'none', active: 'good', paused: 'warning', archived: 'none' } satisfies Record<
  Automation['state'],
  StatusTone
>

/** Whether an automation runs, and why not. */
export const AutomationState = ({ state, pauseReason }: Pick<Automation, 'state' | 'pauseReason'>) => {
  const { t } = useTranslation('automation/automations')
  const isOwn = state !== 'paused' || pauseReason === null || pauseReason === 'manual'
  return (
    <StatusText tone={isOwn ? tones[state] : 'bad'}>
      {t(isOwn ? `state.${state}` : `state.paused_${pauseReason}`)}
    </StatusText>
  )
}

const runTones = {
  queued: 'none',
  pending: 'open',
  delayed: 'open',
  completed: 'good',
  failed: 'bad',
  canceled: 'none',
} satisfies Record<AutomationRunState, StatusTone>

/** How far a run is. */
export const RunState = ({ state }: { state: AutomationRunState }) => {
  const { t } = useTranslation('automation/automations')
  return <StatusText tone={runTones[state]}>{t(`runState.${state}`)}</StatusText>
}
