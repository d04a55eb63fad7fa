import { Group, Stack, UnstyledButton } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarDays, useCalendarProps } from '../form/calendar-days.tsx'
import classes from './filters.module.css'
import { spansOf } from './spans.ts'

type Props = {
  /** `YYYY-MM-DD`, or empty. */
  from: string
  to: string
  onChange: (span: { from: string; to: string }) => void
  onClose: () => void
}

/** A span of days: one that people ask for often, or two ends in a calendar. */
export const DaysEditor = ({ from, to, onChange, onClose }: Props) => {
  const { t } = useTranslation('lists')
  const calendar = useCalendarProps()
  const [ends, setEnds] = useState<[string | null, string | null]>([from || null, to || null])
  const choose = ([first, last]: [string | null, string | null]) => {
    setEnds([first, last])
    if (!first || !last) return
    onChange({ from: first, to: last })
    onClose()
  }
  return (
    <Group gap={0} align="stretch" wrap="nowrap" className={classes.days ?? ''}>
      <Stack gap={0} component="nav" className={classes.spans ?? ''} aria-label={t('filter.spans')}>
        {spansOf(new Date()).map((span, place) => (
          <UnstyledButton
            key={span.name}
            className={classes.span ?? ''}
            aria-pressed={span.from === from && span.to === to}
            data-autofocus={place === 0 || undefined}
            onClick={() => choose([span.from, span.to])}
          >
            {t(`filter.span.${span.name}`)}
          </UnstyledButton>
        ))}
      </Stack>
      <CalendarDays>
        <DatePicker {...calendar} type="range" allowSingleDateInRange p="sm" value={ends} onChange={choose} />
      </CalendarDays>
    </Group>
  )
}
