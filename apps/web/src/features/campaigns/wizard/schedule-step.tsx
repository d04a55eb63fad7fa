import { Button, Checkbox, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CampaignSchedule, CampaignStart } from '@recado/contracts/campaigns/schedule'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ChangeSchedule,
  DripField,
  PaceFields,
  QuietFields,
  StopFields,
} from '#web/components/campaign/schedule-fields.tsx'
import { Collapse } from '#web/components/content/collapse.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { wallText } from '#web/lib/i18n/wall-time.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { frequencyNames, type Recurrence, readRule, weekdayNames, writeRule } from './recurrence.ts'
import type { Draft } from './use-draft.ts'

const HOUR = 3_600_000
const kinds = ['now', 'at', 'local', 'recurring'] as const

const nextHour = (zone: string): string => `${wallText(Date.now() + HOUR, zone).slice(0, 13)}:00`

/** Another kind of start, with the time that was chosen already. */
const startOf = (kind: string, before: CampaignStart, zone: string): CampaignStart => {
  const at = before.kind === 'now' ? nextHour(zone) : before.at
  const timezone = before.kind === 'now' ? zone : before.timezone
  if (kind === 'at' || kind === 'local') return { kind, at, timezone }
  return kind === 'recurring' ? { kind, at, timezone, rule: 'FREQ=WEEKLY;BYDAY=MO' } : { kind: 'now' }
}

/** The days of a week by the language, from Monday. */
const dayName = (place: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 5, 1 + place))

const Recurring = ({ rule, onChange }: { rule: string; onChange: (rule: string) => void }) => {
  const { t, i18n } = useTranslation('campaigns/wizard')
  const recurrence = readRule(rule)
  const set = (part: Partial<Recurrence>) => onChange(writeRule({ ...recurrence, ...part }))
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NumberInput
          label={t('repeat.every')}
          min={1}
          max={30}
          allowDecimal={false}
          value={recurrence.interval}
          onChange={(interval) => typeof interval === 'number' && set({ interval })}
        />
        <Select
          label={t('repeat.unit')}
          allowDeselect={false}
          value={recurrence.frequency}
          data={frequencyNames.map((value) => ({
            value,
            label: t(`repeat.units.${value}`, { count: recurrence.interval }),
          }))}
          onChange={(value) => {
            const frequency = frequencyNames.find((one) => one === value)
            if (frequency) set({ frequency })
          }}
        />
        <NumberInput
          label={t('repeat.times')}
          placeholder={t('repeat.forever')}
          min={1}
          max={365}
          allowDecimal={false}
          value={recurrence.count ?? ''}
          onChange={(count) => set({ count: typeof count === 'number' ? count : null })}
        />
      </SimpleGrid>
      {recurrence.frequency === 'WEEKLY' ? (
        <Checkbox.Group
          label={t('repeat.on')}
          value={recurrence.weekdays}
          onChange={(chosen) => set({ weekdays: weekdayNames.filter((one) => chosen.includes(one)) })}
        >
          <Group gap="md" mt={4}>
            {weekdayNames.map((value, place) => (
              <Checkbox key={value} value={value} label={dayName(place, i18n.language)} />
            ))}
          </Group>
        </Checkbox.Group>
      ) : null}
      <Text size="sm" c="dimmed">
        {t('repeat.text')}
      </Text>
    </Stack>
  )
}

const Start = ({
  schedule,
  error,
  onChange,
}: {
  schedule: CampaignSchedule
  error: string | null
  onChange: ChangeSchedule
}) => {
  const { t } = useTranslation('campaigns/wizard')
  const zone = useSignedIn().user.currentCompany?.timezone ?? 'UTC'
  const { start } = schedule
  return (
    <FormSection title={t('start.title')} wide>
      <Radio.Group
        aria-label={t('start.title')}
        value={start.kind}
        onChange={(kind) => onChange({ start: startOf(kind, start, zone) })}
      >
        <Stack gap="sm">
          {kinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`start.${kind}`)} description={t(`start.${kind}Text`)} />
          ))}
        </Stack>
      </Radio.Group>
      {start.kind === 'now' ? null : (
        <div style={{ maxWidth: 420 }}>
          <MomentField
            label={t(start.kind === 'recurring' ? 'start.first' : 'start.when')}
            description={
              start.kind === 'local'
                ? t('start.localZone', { zone: start.timezone.replaceAll('_', ' ') })
                : t('start.zone', { zone: start.timezone.replaceAll('_', ' ') })
            }
            required
            error={error}
            value={start.at}
            onChange={(at) => onChange({ start: { ...start, at } })}
          />
        </div>
      )}
      {start.kind === 'recurring' ? (
        <Recurring rule={start.rule} onChange={(rule) => onChange({ start: { ...start, rule } })} />
      ) : null}
    </FormSection>
  )
}

/** When a campaign leaves, how fast, and when it stops. */
export const ScheduleStep = ({ draft, tried }: { draft: Draft; tried: boolean }) => {
  const { t } = useTranslation(['campaigns/wizard', 'validation'])
  const { schedule } = draft.values
  const [more, setMore] = useState(false)
  const id = useId()
  const change: ChangeSchedule = (part) => draft.change({ schedule: { ...schedule, ...part } })
  const isMissing = schedule.start.kind !== 'now' && schedule.start.at === ''
  return (
    <Stack gap="md">
      <Start schedule={schedule} error={tried && isMissing ? t('validation:required') : null} onChange={change} />
      <FormSection title={t('quiet.title')} description={t('quiet.text')} wide>
        <QuietFields schedule={schedule} onChange={change} />
      </FormSection>
      <FormSection title={t('drip.title')} description={t('drip.text')} wide>
        <DripField schedule={schedule} onChange={change} />
      </FormSection>
      <div>
        <Button
          variant="subtle"
          aria-expanded={more}
          aria-controls={id}
          rightSection={<IconChevronDown size={16} />}
          onClick={() => setMore(!more)}
        >
          {t('more')}
        </Button>
        <Collapse expanded={more} id={id}>
          <Stack gap="md" pt="md">
            <FormSection title={t('pace.title')} wide>
              <PaceFields schedule={schedule} onChange={change} />
            </FormSection>
            <FormSection title={t('stop.title')} description={t('stop.text')} wide>
              <StopFields schedule={schedule} onChange={change} />
            </FormSection>
          </Stack>
        </Collapse>
      </div>
    </Stack>
  )
}
