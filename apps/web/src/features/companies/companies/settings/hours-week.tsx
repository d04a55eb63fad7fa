import { ActionIcon, Button, Checkbox, Fieldset, Group, Menu, Stack, Text } from '@mantine/core'
import type { WeeklyInterval } from '@recado/contracts/companies/business-hours'
import { keysOf } from '@recado/contracts/shared/keys'
import { IconDots, IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeField } from '#web/components/form/time-field.tsx'
import { weekdays } from '#web/lib/i18n/dates.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { weekdayName, weekText } from './hours-text.ts'
import classes from './hours-week.module.css'

const workdays = [1, 2, 3, 4, 5]
const everyDay = [0, 1, 2, 3, 4, 5, 6]

const on = (days: readonly number[], from: string, to: string): WeeklyInterval[] =>
  days.map((weekday) => ({ weekday, from, to }))

/** Common opening hours to start from. */
export const weekPresets = {
  office: on(workdays, '09:00', '18:00'),
  shop: [...on(workdays, '08:00', '18:00'), ...on([6], '08:00', '12:00')],
  week: on([...workdays, 6], '08:00', '20:00'),
  daily: on(everyDay, '09:00', '22:00'),
} as const

/** The week with the times of one day copied to other days. */
export const copyDay = (weekly: readonly WeeklyInterval[], from: number, to: readonly number[]): WeeklyInterval[] => {
  const own = weekly.filter(({ weekday }) => weekday === from)
  const targets = to.filter((weekday) => weekday !== from)
  return [
    ...weekly.filter(({ weekday }) => !targets.includes(weekday)),
    ...targets.flatMap((weekday) => own.map((interval) => ({ ...interval, weekday }))),
  ]
}

type Values = { name: string; timezone: string; weekly: WeeklyInterval[] }
export type WeekForm = {
  form: Pick<ContractForm<Values>['form'], 'values' | 'getInputProps' | 'setFieldValue'>
}
type DayProps = WeekForm & { weekday: number; onChange: (weekly: WeeklyInterval[]) => void }

const Interval = ({ form, index, day, children }: WeekForm & { index: number; day: string; children: ReactNode }) => {
  const { t } = useTranslation('companies/settings')
  const to = form.values.weekly[index]?.to ?? ''
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <TimeField w={88} aria-label={t('hours.from', { day })} {...form.getInputProps(`weekly.${index}.from`)} />
      <Text mt={6} aria-hidden="true">
        –
      </Text>
      <TimeField
        w={88}
        aria-label={t('hours.to', { day })}
        {...form.getInputProps(`weekly.${index}.to`)}
        value={to === '24:00' ? '00:00' : to}
        onChange={(time) => form.setFieldValue(`weekly.${index}.to`, time === '00:00' ? '24:00' : time)}
      />
      {children}
    </Group>
  )
}

const DayMenu = ({ form, weekday, day, onChange }: DayProps & { day: string }) => {
  const { t } = useTranslation('companies/settings')
  const { weekly } = form.values
  const openDays = [...new Set(weekly.map((interval) => interval.weekday))]
  const copy = (to: readonly number[]) => onChange(copyDay(weekly, weekday, to))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon mt={4} aria-label={t('hours.more', { day })} title={t('hours.more', { day })}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...weekly, { weekday, from: '19:00', to: '22:00' }])}
        >
          {t('hours.addInterval')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('hours.copy')}</Menu.Label>
        <Menu.Item onClick={() => copy(workdays)}>{t('hours.copyWeekdays')}</Menu.Item>
        {openDays.length > 1 ? <Menu.Item onClick={() => copy(openDays)}>{t('hours.copyOpen')}</Menu.Item> : null}
        <Menu.Item onClick={() => copy(everyDay)}>{t('hours.copyAll')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Day = ({ form, weekday, onChange }: DayProps) => {
  const { t, i18n } = useTranslation('companies/settings')
  const { weekly } = form.values
  const day = weekdayName(weekday, i18n.language, 'long')
  const first = weekly.findIndex((interval) => interval.weekday === weekday)
  const isOpen = first >= 0
  return (
    <div className={classes.day}>
      <Checkbox
        className={classes.name ?? ''}
        label={day}
        checked={isOpen}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked
              ? [...weekly, { weekday, from: '09:00', to: '18:00' }]
              : weekly.filter((interval) => interval.weekday !== weekday),
          )
        }
      />
      <Stack gap={6} flex={1}>
        {isOpen ? null : (
          <Text size="sm" c="dimmed" mt={6}>
            {t('hours.closed')}
          </Text>
        )}
        {weekly.map((interval, index) =>
          interval.weekday === weekday ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: intervals have no other name
            <Interval key={index} form={form} index={index} day={day}>
              {index === first ? (
                <DayMenu form={form} weekday={weekday} day={day} onChange={onChange} />
              ) : (
                <ActionIcon
                  mt={4}
                  aria-label={t('hours.removeInterval', { day })}
                  onClick={() => onChange(weekly.filter((_, other) => other !== index))}
                >
                  <IconX size={16} />
                </ActionIcon>
              )}
            </Interval>
          ) : null,
        )}
      </Stack>
    </div>
  )
}

/** The opening hours: common weeks to start from, one row per day, and copying a day's times to other days. */
export const WeekFields = ({ form }: WeekForm) => {
  const { t, i18n } = useTranslation('companies/settings')
  const change = (weekly: WeeklyInterval[]) => form.setFieldValue('weekly', weekly)
  return (
    <Fieldset legend={t('hours.week')}>
      <Group gap={6} mb="md" role="group" aria-label={t('hours.presets')}>
        {keysOf(weekPresets).map((preset) => (
          <Button key={preset} size="compact-sm" variant="default" onClick={() => change([...weekPresets[preset]])}>
            {weekText(weekPresets[preset], i18n.language)}
          </Button>
        ))}
      </Group>
      {weekdays().map((weekday) => (
        <Day key={weekday} form={form} weekday={weekday} onChange={change} />
      ))}
    </Fieldset>
  )
}
