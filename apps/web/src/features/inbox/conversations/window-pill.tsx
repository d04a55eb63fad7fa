import { Badge, Tooltip } from '@mantine/core'
import { IconClock, IconClockOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from './chat.module.css'
import { useWindowTime, type WindowTime } from './window-time.ts'

/** What is left of the window in words. */
export const windowText = (t: TFunction<'inbox/conversations'>, { hours, minutes }: WindowTime): string =>
  hours > 0 ? t('window.hours', { hours, minutes }) : t('window.minutes', { minutes })

const colors = { open: 'petrol', closing: 'clay', closed: 'gray', none: 'gray' } as const

/** Hours left of the time in which messages are free, for people who came by an advertisement; 0 when there is none. */
const freeHours = (freeUntil: string | null | undefined): number =>
  freeUntil ? Math.max(0, Math.ceil((Date.parse(freeUntil) - Date.now()) / 3_600_000)) : 0

type Props = { expiresAt: string | null; freeUntil?: string | null }

/** How long free text may still be sent, always up to date, and how long sending is free after an advertisement. */
export const WindowPill = ({ expiresAt, freeUntil }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const time = useWindowTime(expiresAt)
  const open = time.state === 'open' || time.state === 'closing'
  const left = windowText(t, time)
  const text = open ? t('window.closesIn', { time: left }) : t(`window.${time.state}`)
  const short = open ? left : t('window.short')
  const free = freeHours(freeUntil)
  const hint = t(`window.hint.${open ? 'open' : 'closed'}`)
  return (
    <Tooltip label={free > 0 ? `${hint} ${t('actions.freeHint', { hours: free })}` : hint} multiline w={260}>
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
        {free > 0 ? <span> · {t('actions.free', { hours: free })}</span> : null}
      </Badge>
    </Tooltip>
  )
}
