import { Checkbox, Group, NumberInput, Select, SimpleGrid } from '@mantine/core'
import type { CampaignSchedule, StopRules } from '@recado/contracts/campaigns/schedule'
import { useTranslation } from 'react-i18next'
import { Switch } from '#web/components/form/switch.tsx'
import { TimeField } from '#web/components/form/time-field.tsx'
import { useSignedIn } from '#web/lib/session/session.ts'

// What of a schedule may still change once a campaign is launched; the wizard and the drawer of a campaign show the same.

export type ChangeSchedule = (part: Partial<CampaignSchedule>) => void
type Props = { schedule: CampaignSchedule; onChange: ChangeSchedule }

/** Hours in which nothing leaves. */
export const QuietFields = ({ schedule, onChange }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const { quietHours } = schedule
  const set = (part: Partial<CampaignSchedule['quietHours']>) => onChange({ quietHours: { ...quietHours, ...part } })
  return (
    <>
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
    </>
  )
}

const orNull = (value: string | number): number | null => (typeof value === 'number' ? value : null)

/** How many leave in a day. */
export const DripField = ({ schedule, onChange }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  return (
    <NumberInput
      label={t('drip.perDay')}
      placeholder={t('drip.all')}
      maw={320}
      min={1}
      max={1_000_000}
      allowDecimal={false}
      value={schedule.perDay ?? ''}
      onChange={(value) => onChange({ perDay: orNull(value) })}
    />
  )
}

/** When a campaign pauses by itself. */
export const StopFields = ({ schedule: { stops }, onChange: onSchedule }: Props) => {
  const onChange = (part: Partial<StopRules>) => onSchedule({ stops: { ...stops, ...part } })
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

/** How fast it goes. */
export const PaceFields = ({ schedule, onChange }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
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
