import type { MessageStatus } from '@recado/contracts/inbox/messages'
import { IconAlertCircleFilled, IconCheck, IconChecks, IconCircle, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './bubble.module.css'
import { type Tick, tickOf } from './tick-state.ts'

const icons = {
  queued: IconCircle,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  unknown: IconHelpCircle,
  failed: IconAlertCircleFilled,
} as const satisfies Record<Tick, unknown>

const Mark = ({ tick, status }: { tick: Tick; status: MessageStatus }) => {
  const { t } = useTranslation('inbox/conversations')
  const Icon = icons[tick]
  const label = t(`status.${status}`)
  return (
    <span className={classes.tick} data-tick={tick} title={label} role="img" aria-label={label}>
      <Icon size={tick === 'queued' ? 11 : 16} stroke={2} aria-hidden="true" />
    </span>
  )
}

/** How far a message of ours has come, as a mark with a name. */
export const Ticks = ({ status }: { status: MessageStatus }) => {
  const tick = tickOf(status)
  return tick ? <Mark tick={tick} status={status} /> : null
}
