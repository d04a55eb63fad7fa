import { Text, VisuallyHidden } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CampaignStateText, campaignTones, useCampaignStateText } from '#web/components/campaign/state-text.tsx'
import { datesIn } from '#web/lib/i18n/dates.ts'
import { pathOf } from '../columns.tsx'
import classes from './calendar.module.css'
import type { DayEntry } from './days.ts'

type Props = { entry: DayEntry; timezone: string; roomy?: boolean }

/** A campaign on a day: when it starts, its name and how far it is. */
export const CalendarEntryLink = ({ entry, timezone, roomy = false }: Props) => {
  const { t, i18n } = useTranslation(['campaigns/calendar', 'campaigns/list'])
  const { name, state, series, startsAt, continues } = entry
  const status = useCampaignStateText(entry)
  const time = continues ? t('continues') : datesIn(i18n.language, timezone).clock(startsAt)
  return (
    <Link
      to={pathOf({ id: entry.campaignId, state })}
      className={classes.entry}
      data-tone={campaignTones[state]}
      data-planned={series || state === 'draft' || undefined}
      data-roomy={roomy || undefined}
      title={[time, name, series ? t('comes') : status].join(' · ')}
    >
      <span className={classes.time}>{continues && !roomy ? <VisuallyHidden>{time}</VisuallyHidden> : time}</span>{' '}
      <span className={classes.name}>
        {series ? <IconRepeat size={13} aria-hidden className={classes.repeat} /> : null}
        {name}
      </span>{' '}
      {roomy ? (
        <Text span size="xs" c="dimmed">
          {series ? t('comes') : <CampaignStateText {...entry} />}
        </Text>
      ) : (
        <VisuallyHidden>{series ? t('comes') : status}</VisuallyHidden>
      )}
    </Link>
  )
}
