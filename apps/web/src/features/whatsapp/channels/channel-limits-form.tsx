import { Group, Stack } from '@mantine/core'
import { channelLimits, updateChannelLimits } from '@recado/contracts/whatsapp/channel-settings'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TimeField } from '#web/components/form/time-field.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { ChannelDetail } from './api.ts'
import { SpendNotice } from './channel-spend.tsx'
import { SettingsForm, useSettingsSaved } from './settings-form.tsx'

/** An empty field sets no limit. */
const orNull = (value: number | string | null): number | null => (typeof value === 'number' ? value : null)

/** What the company allows a number, below what Meta allows. */
export const ChannelLimitsForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { version, limits } = channel.settings
  const saved = useSettingsSaved(channel.id)
  const contract = useContractForm({
    schema: channelLimits,
    initialValues: limits,
    extra: ({ messagesPerSecond }) => ({
      messagesPerSecond:
        messagesPerSecond !== null && messagesPerSecond > channel.throughput
          ? t('validation:too_big_max', { count: channel.throughput })
          : undefined,
    }),
    onSubmit: async (values) => {
      saved(await call(updateChannelLimits, { params: { id: channel.id }, body: { version, limits: values } }))
    },
  })
  const { form } = contract
  const number = (path: 'messagesPerSecond' | 'marketingPerDay', max: number) => ({
    label: t(`limits.${path}`),
    description: t(`limits.${path}Help`, { count: channel.throughput }),
    placeholder: t('limits.none'),
    min: path === 'messagesPerSecond' ? 1 : 0,
    max,
    allowDecimal: false,
    ...form.getInputProps(path),
    value: form.values[path] ?? '',
    onChange: (value: number | string) => form.setFieldValue(path, orNull(value)),
  })
  return (
    <>
      <SpendNotice channel={channel} />
      <SettingsForm label={t('tab.limits')} channel={channel} contract={contract}>
        <FormSection title={t('tab.limits')}>
          <Stack gap="md">
            <NumberInput {...number('messagesPerSecond', channel.throughput)} />
            <NumberInput {...number('marketingPerDay', 1_000_000)} />
            <Stack gap="xs">
              <Switch
                label={t('limits.quiet')}
                description={t('limits.quietHelp')}
                {...form.getInputProps('quietHours.enabled', { type: 'checkbox' })}
              />
              <Group gap="sm">
                {(['from', 'to'] as const).map((end) => (
                  <TimeField
                    key={end}
                    w={140}
                    label={t(`limits.${end}`)}
                    disabled={!form.values.quietHours.enabled}
                    {...form.getInputProps(`quietHours.${end}`)}
                  />
                ))}
              </Group>
            </Stack>
            <Stack gap="xs">
              <NumberInput
                label={t('limits.spend')}
                description={t('limits.spendHelp')}
                placeholder={t('limits.none')}
                min={0}
                decimalScale={2}
                {...form.getInputProps('spendPerDay.amount')}
                value={form.values.spendPerDay.amount ?? ''}
                onChange={(value) => form.setFieldValue('spendPerDay.amount', orNull(value))}
              />
              <Switch
                label={t('limits.hard')}
                disabled={form.values.spendPerDay.amount === null}
                {...form.getInputProps('spendPerDay.hard', { type: 'checkbox' })}
              />
            </Stack>
          </Stack>
        </FormSection>
      </SettingsForm>
    </>
  )
}
