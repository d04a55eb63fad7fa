import { Chip, Group, Input, Stack, Switch, Text } from '@mantine/core'
import type { QuietHours } from '@recado/contracts/product-notifications/settings'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeField } from '#web/components/form/time-field.tsx'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { weekdays } from '#web/lib/i18n/dates.ts'

/** 1 November 2026 was a Sunday. */
const dayName = (day: number, language: string, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 10, 1 + day)))

type Props = { value: QuietHours; onChange: (value: QuietHours) => void }

const Days = ({ value, onChange }: Props) => {
  const { t, i18n } = useTranslation('identity/profile')
  return (
    <div>
      <Input.Label component="div" id="quiet-days" mb={6}>
        {t('rest.days')}
      </Input.Label>
      <Group gap={6} role="group" aria-labelledby="quiet-days">
        {weekdays().map((day) => (
          <Chip
            key={day}
            size="xs"
            checked={value.days.includes(day)}
            onChange={(isOn) =>
              onChange({ ...value, days: isOn ? [...value.days, day].sort() : value.days.filter((it) => it !== day) })
            }
            aria-label={dayName(day, i18n.language, 'long')}
          >
            {dayName(day, i18n.language, 'short')}
          </Chip>
        ))}
      </Group>
    </div>
  )
}

/** Every keystroke is reported: what is half typed is not yet meant. */
const Times = ({ value, onChange }: Props) => {
  const { t } = useTranslation('identity/profile')
  const [draft, setDraft] = useState({ from: value.from, to: value.to })
  useEffect(() => setDraft({ from: value.from, to: value.to }), [value.from, value.to])
  const isSame = draft.from === draft.to
  const isComplete = draft.from !== '' && draft.to !== ''
  const keep = () => {
    if (!isComplete) setDraft({ from: value.from, to: value.to })
    else if (!isSame && (draft.from !== value.from || draft.to !== value.to)) onChange({ ...value, ...draft })
  }
  return (
    <Group gap="md" align="flex-start">
      {(['from', 'to'] as const).map((end) => (
        <TimeField
          key={end}
          w={140}
          label={t(`rest.${end}`)}
          value={draft[end]}
          error={end === 'to' && isComplete && isSame ? t('rest.sameTime') : null}
          onChange={(time) => setDraft({ ...draft, [end]: time })}
          onBlur={keep}
          onKeyDown={(event) => event.key === 'Enter' && keep()}
        />
      ))}
    </Group>
  )
}

/** Hours in which nothing but the inbox is used. */
export const QuietHoursFields = ({ value, onChange }: Props) => {
  const { t } = useTranslation('identity/profile')
  return (
    <Stack gap="md">
      <div>
        <Switch
          label={t('rest.quiet')}
          aria-describedby="quiet-text"
          checked={value.enabled}
          onChange={(event) => onChange({ ...value, enabled: event.currentTarget.checked })}
        />
        <Text id="quiet-text" size="xs" c="dimmed" mt={6}>
          {t('rest.quietText')}
        </Text>
      </div>
      {value.enabled ? (
        <>
          <Days value={value} onChange={onChange} />
          <Times value={value} onChange={onChange} />
          <TimezoneSelect
            maw={380}
            label={t('preferences.timezone')}
            value={value.timeZone}
            onChange={(timeZone) => timeZone && onChange({ ...value, timeZone })}
          />
        </>
      ) : null}
    </Stack>
  )
}
