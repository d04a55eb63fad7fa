import { ActionIcon, Badge, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { brazilianHolidays } from '@recado/contracts/companies/brazil-holidays'
import {
  type BusinessHours,
  createBusinessHours,
  deleteBusinessHours,
  type Holiday,
  updateBusinessHours,
  type WeeklyInterval,
} from '@recado/contracts/companies/business-hours'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/components/form/day-field.tsx'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { weekText } from './hours-text.ts'
import { WeekFields, weekPresets } from './hours-week.tsx'
import { isOpenAt } from './is-open-at.ts'
import { type FieldsProps, SettingsResource } from './settings-resource.tsx'

type Values = { name: string; timezone: string; weekly: WeeklyInterval[]; holidays: Holiday[] }
type FormProps = { form: ContractForm<Values>['form'] }

const OpenNow = ({ hours }: { hours: Pick<BusinessHours, 'timezone' | 'weekly' | 'holidays'> }) => {
  const { t } = useTranslation('companies/settings')
  const open = isOpenAt(hours, new Date())
  return (
    <Badge variant="light" color={open ? 'petrol' : 'gray'}>
      {t(open ? 'hours.openNow' : 'hours.closedNow')}
    </Badge>
  )
}

const HolidayFields = ({ form }: FormProps) => {
  const { t, i18n } = useTranslation('companies/settings')
  const { holidays } = form.values
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const change = (next: Holiday[]) =>
    form.setFieldValue(
      'holidays',
      [...new Map(next.map((day) => [day.date, day])).values()].sort((a, b) => a.date.localeCompare(b.date)),
    )
  const year = new Date().getFullYear()
  const shown = (holiday: Holiday) => {
    const yearly = holiday.date.length === 5
    const at = new Date(`${yearly ? `${2024}-${holiday.date}` : holiday.date}T00:00:00Z`)
    const format = new Intl.DateTimeFormat(i18n.language, {
      day: 'numeric',
      month: 'short',
      ...(yearly ? {} : { year: 'numeric' }),
      timeZone: 'UTC',
    })
    return `${format.format(at)}${yearly ? ` (${t('hours.yearly')})` : ''}`
  }
  return (
    <Fieldset legend={t('hours.holidays')}>
      <Stack gap="xs">
        {holidays.map((holiday) => (
          <Group key={holiday.date} justify="space-between" wrap="nowrap">
            <Text size="sm">
              {shown(holiday)}: {holiday.name}
            </Text>
            <ActionIcon
              aria-label={t('removeNamed', { name: holiday.name || holiday.date })}
              onClick={() => change(holidays.filter((other) => other.date !== holiday.date))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group gap="xs" align="flex-end">
          <DayField w={150} label={t('hours.date')} value={date} onChange={setDate} />
          <TextInput
            label={t('hours.holidayName')}
            maxLength={80}
            flex={1}
            miw={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            variant="light"
            disabled={date === ''}
            onClick={() => {
              change([...holidays, { date, name: name.trim() }])
              setDate('')
              setName('')
            }}
          >
            {t('hours.addHoliday')}
          </Button>
        </Group>
        <Button variant="default" onClick={() => change([...holidays, ...brazilianHolidays([year, year + 1])])}>
          {t('hours.brazil')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

const HoursFields = ({ form }: FieldsProps<Values>) => {
  const { t } = useTranslation('companies/settings')
  return (
    <>
      <TextInput label={t('field.name')} data-autofocus {...form.getInputProps('name')} />
      <TimezoneSelect label={t('hours.timezone')} {...form.getInputProps('timezone')} />
      <Group gap="xs" aria-live="polite">
        <Text size="sm">{t('preview')}</Text>
        <OpenNow hours={form.values} />
      </Group>
      <WeekFields form={form} />
      <HolidayFields form={form} />
    </>
  )
}

/** When the company's people work. */
export const HoursTab = () => {
  const { t, i18n } = useTranslation('companies/settings')
  const { user } = useSignedIn()
  return (
    <SettingsResource<BusinessHours, Values>
      name="hours"
      query={useQuery(businessHoursQuery)}
      nameOf={(hours) => hours.name}
      row={(hours) => (
        <>
          <Group gap="sm">
            <Text fw={600}>{hours.name}</Text>
            <OpenNow hours={hours} />
          </Group>
          <Text size="sm" c="dimmed">
            {weekText(hours.weekly, i18n.language) || t('hours.never')}
          </Text>
          <Text size="sm" c="dimmed">
            {hours.timezone} · {t('hours.usedBy', { count: hours.usedBy })}
          </Text>
        </>
      )}
      form={{
        schema: createBusinessHours.body,
        valuesOf: (hours) => ({
          name: hours?.name ?? '',
          timezone: hours?.timezone ?? user.currentCompany?.timezone ?? user.timezone,
          weekly: hours?.weekly ?? [...weekPresets.office],
          holidays: hours?.holidays ?? [],
        }),
        labels: {
          name: t('field.name'),
          timezone: t('hours.timezone'),
          weekly: t('hours.week'),
          holidays: t('hours.holidays'),
        },
        extra: ({ weekly }) =>
          Object.fromEntries(
            weekly.map(({ from, to }, index) => [`weekly.${index}.to`, from < to ? undefined : t('hours.backwards')]),
          ),
      }}
      fields={(props) => <HoursFields {...props} />}
      create={(body) => call(createBusinessHours, { body })}
      update={(id, body) => call(updateBusinessHours, { params: { id }, body })}
      remove={(id) => call(deleteBusinessHours, { params: { id } })}
    />
  )
}
