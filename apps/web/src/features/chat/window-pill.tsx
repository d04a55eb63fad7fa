import { Badge, Tooltip } from '@mantine/core'
import { IconClock, IconClockOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from './chat.module.css'
import { useWindowTime, type WindowTime } from './window-time.ts'

/** What is left of the window in words. */
export const windowText = (t: TFunction<'chat'>, { hours, minutes }: WindowTime): string =>
  hours > 0 ? t('window.hours', { hours, minutes }) : t('window.minutes', { minutes })

const colors = { open: 'petrol', closing: 'clay', closed: 'gray', none: 'gray' } as const

/** How long free text may still be sent, always up to date. */
export const WindowPill = ({ expiresAt }: { expiresAt: string | null }) => {
  const { t } = useTranslation('chat')
  const time = useWindowTime(expiresAt)
  const open = time.state === 'open' || time.state === 'closing'
  const left = windowText(t, time)
  const text = open ? t('window.closesIn', { time: left }) : t(`window.${time.state}`)
  const short = open ? left : t('window.short')
  return (
    <Tooltip label={t(`window.hint.${open ? 'open' : 'closed'}`)} multiline w={260}>
      <Badge
        variant="light"
        color={colors[time.state]}
        tt="none"
        size="md"
        fw={600}
        leftSection={open ? <IconClock size={13} /> : <IconClockOff size={13} />}
        data-window={time.state}
        styles={{ root: { flex: 'none' } }}
      >
        <span className={classes.long}>{text}</span>
        <span className={classes.short} aria-hidden="true">
          {short}
        </span>
      </Badge>
    </Tooltip>
  )
}
