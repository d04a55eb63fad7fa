import { Button, Checkbox, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CampaignSchedule, CampaignStart, StopRules } from '@recado/contracts/campaigns/schedule'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Collapse } from '#web/components/content/collapse.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TimeField } from '#web/components/form/time-field.tsx'
import { wallText } from '#web/lib/i18n/wall-time.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { frequencyNames, type Recurrence, readRule, weekdayNames, writeRule } from './recurrence.ts'
import type { Draft } from './use-draft.ts'

const HOUR = 3_600_000
const kinds = ['now', 'at', 'local', 'recurring'] as const

type Change = (part: Partial<CampaignSchedule>) => void

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
  onChange: Change
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

const Quiet = ({ schedule, onChange }: { schedule: CampaignSchedule; onChange: Change }) => {
  const { t } = useTranslation('campaigns/wizard')
  const { quietHours } = schedule
  const set = (part: Partial<CampaignSchedule['quietHours']>) => onChange({ quietHours: { ...quietHours, ...part } })
  return (
    <FormSection title={t('quiet.title')} description={t('quiet.text')} wide>
      <Switch
        label={t('quiet.on')}
        checked={quietHours.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      {quietHours.enabled ? (
        <>
          <Group gap="sm" align="flex-end">
            <TimeField label={t('quiet.from')} w={130} value={quietHours.from} onChange={(from) => set({ from })} />
            <TimeField label={t('quiet.to')} w={130} value={quietHours.to} onChange={(to) => set({ to })} />
            <Select
              label={t('quiet.zone')}
              w={240}
              allowDeselect={false}
              value={quietHours.zone}
              data={(['recipient', 'company'] as const).map((value) => ({ value, label: t(`quiet.zones.${value}`) }))}
              onChange={(value) => set({ zone: value === 'company' ? 'company' : 'recipient' })}
            />
          </Group>
          <Checkbox
            label={t('quiet.sundays')}
            checked={quietHours.sundays}
            onChange={(event) => set({ sundays: event.currentTarget.checked })}
          />
        </>
      ) : null}
    </FormSection>
  )
}

const orNull = (value: string | number): number | null => (typeof value === 'number' ? value : null)

const Stops = ({ stops, onChange }: { stops: StopRules; onChange: (part: Partial<StopRules>) => void }) => {
  const { t } = useTranslation('campaigns/wizard')
  const currency = useSignedIn().user.currentCompany?.currency ?? ''
  const usual = { failures: { percent: 20, of: 200 }, optOuts: { percent: 3, of: 500 } }
  const share = (name: 'failures' | 'optOuts') => (
    <NumberInput
      label={t(`stop.${name}`)}
      description={t('stop.of', { count: (stops[name] ?? usual[name]).of })}
      placeholder={t('stop.never')}
      suffix=" %"
      min={0.1}
      max={100}
      value={stops[name]?.percent ?? ''}
      onChange={(value) => {
        const percent = orNull(value)
        onChange({ [name]: percent === null ? null : { ...(stops[name] ?? usual[name]), percent } })
      }}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {share('failures')}
      {share('optOuts')}
      <Select
        label={t('stop.quality')}
        clearable
        placeholder={t('stop.never')}
        value={stops.quality}
        data={(['YELLOW', 'RED'] as const).map((value) => ({ value, label: t(`stop.qualities.${value}`) }))}
        onChange={(value) => onChange({ quality: value === 'YELLOW' || value === 'RED' ? value : null })}
      />
      <NumberInput
        label={t('stop.spend', { currency })}
        placeholder={t('stop.noLimit')}
        min={1}
        max={10_000_000}
        decimalScale={2}
        value={stops.spend ?? ''}
        onChange={(value) => onChange({ spend: orNull(value) })}
      />
    </SimpleGrid>
  )
}

const Pace = ({ schedule, onChange }: { schedule: CampaignSchedule; onChange: Change }) => {
  const { t } = useTranslation('campaigns/wizard')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NumberInput
        label={t('pace.perSecond')}
        placeholder={t('pace.fastest')}
        min={1}
        max={1000}
        allowDecimal={false}
        value={schedule.perSecond ?? ''}
        onChange={(value) => onChange({ perSecond: orNull(value) })}
      />
      <NumberInput
        label={t('pace.ramp')}
        description={t('pace.rampText')}
        placeholder={t('pace.noRamp')}
        min={10}
        max={100_000}
        allowDecimal={false}
        value={schedule.ramp?.firstHour ?? ''}
        onChange={(value) => {
          const firstHour = orNull(value)
          onChange({ ramp: firstHour === null ? null : { firstHour } })
        }}
      />
    </SimpleGrid>
  )
}

/** When a campaign leaves, how fast, and when it stops. */
export const ScheduleStep = ({ draft, tried }: { draft: Draft; tried: boolean }) => {
  const { t } = useTranslation(['campaigns/wizard', 'validation'])
  const { schedule } = draft.values
  const [more, setMore] = useState(false)
  const id = useId()
  const change: Change = (part) => draft.change({ schedule: { ...schedule, ...part } })
  const isMissing = schedule.start.kind !== 'now' && schedule.start.at === ''
  return (
    <Stack gap="md">
      <Start schedule={schedule} error={tried && isMissing ? t('validation:required') : null} onChange={change} />
      <Quiet schedule={schedule} onChange={change} />
      <FormSection title={t('drip.title')} description={t('drip.text')} wide>
        <NumberInput
          label={t('drip.perDay')}
          placeholder={t('drip.all')}
          maw={320}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={schedule.perDay ?? ''}
          onChange={(value) => change({ perDay: orNull(value) })}
        />
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
              <Pace schedule={schedule} onChange={change} />
            </FormSection>
            <FormSection title={t('stop.title')} description={t('stop.text')} wide>
              <Stops stops={schedule.stops} onChange={(part) => change({ stops: { ...schedule.stops, ...part } })} />
            </FormSection>
          </Stack>
        </Collapse>
      </div>
    </Stack>
  )
}
