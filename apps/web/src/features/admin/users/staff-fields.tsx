import { Checkbox, Group, NumberInput, Select, Stack, TagsInput } from '@mantine/core'
import type { SupportProfile } from '@recado/contracts/admin/users'
import { useTranslation } from 'react-i18next'
import { TimeField } from '#web/components/form/time-field.tsx'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { weekdays } from '#web/lib/i18n/dates.ts'

type Props = { value: SupportProfile; onChange: (next: SupportProfile) => void }

export const noProfile: SupportProfile = { languages: [], skills: [], ticketCapacity: null, shift: null }

const usual = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00', timezone: 'America/Sao_Paulo' }

/** Names of the days of the week, Sunday first. */
const dayNames = (language: string) => {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // The first of February 2026 is a Sunday.
  return [0, 1, 2, 3, 4, 5, 6].map((day) => format.format(new Date(Date.UTC(2026, 1, 1 + day))))
}

const ShiftFields = ({ value, onChange }: Props) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const { shift } = value
  if (!shift) return null
  const names = dayNames(i18n.language)
  const change = (part: Partial<typeof shift>) => onChange({ ...value, shift: { ...shift, ...part } })
  return (
    <Stack gap="xs">
      <Checkbox.Group
        label={t('staff.days')}
        value={shift.days.map(String)}
        onChange={(days) => change({ days: days.map(Number).sort() })}
      >
        <Group gap="sm" mt={4}>
          {weekdays().map((day) => (
            <Checkbox key={day} value={String(day)} label={names[day]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group grow>
        <TimeField label={t('staff.from')} value={shift.from} onChange={(from) => change({ from })} />
        <TimeField label={t('staff.to')} value={shift.to} onChange={(to) => change({ to })} />
      </Group>
      <TimezoneSelect
        label={t('staff.timezone')}
        value={shift.timezone}
        onChange={(timezone: string | null) => change({ timezone: timezone ?? shift.timezone })}
      />
    </Stack>
  )
}

/** What a support user can take on. */
export const StaffFields = ({ value, onChange }: Props) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <Stack gap="sm">
      <TagsInput
        label={t('staff.languages')}
        data={['pt', 'en', 'es']}
        maxTags={10}
        maxLength={20}
        value={value.languages}
        onChange={(languages) => onChange({ ...value, languages })}
      />
      <TagsInput
        label={t('staff.skills')}
        description={t('staff.skillsText')}
        maxTags={20}
        maxLength={40}
        value={value.skills}
        onChange={(skills) => onChange({ ...value, skills })}
      />
      <NumberInput
        label={t('staff.capacity')}
        description={t('staff.capacityText')}
        min={0}
        max={500}
        allowDecimal={false}
        value={value.ticketCapacity ?? ''}
        onChange={(count) => onChange({ ...value, ticketCapacity: count === '' ? null : Number(count) })}
      />
      <Select
        label={t('staff.shift')}
        allowDeselect={false}
        value={value.shift ? 'set' : 'none'}
        data={(['none', 'set'] as const).map((option) => ({ value: option, label: t(`staff.shifts.${option}`) }))}
        onChange={(option) => onChange({ ...value, shift: option === 'set' ? (value.shift ?? usual) : null })}
      />
      <ShiftFields value={value} onChange={onChange} />
    </Stack>
  )
}
