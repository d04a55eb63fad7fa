import { Badge } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { day } from '#web/lib/i18n/dates.ts'
import classes from './messages.module.css'

const DAY_MS = 86_400_000

type Props = {
  from: string | undefined
  to: string | undefined
  /** How many days are looked at when none are chosen, and at most. */
  days: { usual: number; most: number }
}

const spanOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Which days a log covers, where the chosen ones do not say it. */
export const PeriodNote = ({ from, to, days }: Props) => {
  const { t, i18n } = useTranslation('inbox/message-log')
  const dayOf = (date: string) => day(`${date}T12:00:00Z`, i18n.language, 'UTC')
  const text = () => {
    if (!from) return to ? t('period.until', { count: days.usual, day: dayOf(to) }) : null
    if (!to) return t('period.since', { count: days.most, day: dayOf(from) })
    return spanOf(from, to) > days.most ? t('period.atMost', { count: days.most, day: dayOf(to) }) : null
  }
  const shown = text()
  return shown === null ? null : (
    <Badge
      variant="light"
      color="gray"
      size="lg"
      className={classes.period ?? ''}
      leftSection={<IconCalendar size={14} />}
    >
      {shown}
    </Badge>
  )
}
