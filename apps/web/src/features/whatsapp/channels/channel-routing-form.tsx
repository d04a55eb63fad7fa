import { Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { channelRouting, updateChannelRouting } from '@recado/contracts/whatsapp/channel-settings'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import type { ChannelDetail } from './api.ts'
import { SettingsForm, useSettingsSaved } from './settings-form.tsx'

const useChoices = () => {
  const teams = useQuery(teamsQuery)
  const hours = useQuery(businessHoursQuery)
  const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return { teams: (teams.data?.data ?? []).map(choice), hours: (hours.data?.data ?? []).map(choice) }
}

type Routing = ChannelDetail['settings']['routing']
type MessageProps = { form: UseFormReturnType<Routing>; name: 'greeting' | 'away'; children?: ReactNode }

/** A switch for an automatic message, with its text. */
const AutomaticMessage = ({ form, name, children }: MessageProps) => {
  const { t } = useTranslation('whatsapp/channels')
  return (
    <Stack gap="xs">
      <Switch label={t(`routing.${name}`)} {...form.getInputProps(`${name}.enabled`, { type: 'checkbox' })} />
      <Textarea
        aria-label={t(`routing.${name}Text`)}
        placeholder={t(`routing.${name}Example`)}
        autosize
        minRows={2}
        maxLength={1024}
        disabled={!form.values[name].enabled}
        {...form.getInputProps(`${name}.text`)}
      />
      {children}
    </Stack>
  )
}

/** Where new conversations go, and what is said to them by itself. */
export const ChannelRoutingForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { version, routing } = channel.settings
  const choices = useChoices()
  const saved = useSettingsSaved(channel.id)
  const contract = useContractForm({
    schema: channelRouting,
    initialValues: routing,
    extra: ({ greeting, away }) => ({
      'greeting.text': greeting.enabled && !greeting.text.trim() ? t('validation:required') : undefined,
      'away.text': away.enabled && !away.text.trim() ? t('validation:required') : undefined,
    }),
    onSubmit: async (values) => {
      const body = { version, routing: values }
      saved(await call(updateChannelRouting, { params: { id: channel.id }, body }))
    },
  })
  const { form } = contract
  return (
    <SettingsForm label={t('section.routing')} channel={channel} contract={contract}>
      <FormSection title={t('section.routing')}>
        <Stack gap="md">
          <Select
            label={t('routing.team')}
            description={t('routing.teamHelp')}
            placeholder={t('routing.noTeam')}
            data={choices.teams}
            clearable
            searchable
            {...form.getInputProps('teamId')}
          />
          <Select
            label={t('routing.hours')}
            description={t('routing.hoursHelp')}
            placeholder={t('routing.always')}
            data={choices.hours}
            clearable
            {...form.getInputProps('businessHoursId')}
          />
          <AutomaticMessage form={form} name="greeting" />
          <AutomaticMessage form={form} name="away">
            <NumberInput
              label={t('routing.every')}
              min={1}
              max={168}
              w={220}
              disabled={!form.values.away.enabled}
              {...form.getInputProps('away.everyHours')}
            />
            {form.values.away.enabled && !form.values.businessHoursId ? (
              <Text size="sm" c="dimmed">
                {t('routing.awayNeedsHours')}
              </Text>
            ) : null}
          </AutomaticMessage>
        </Stack>
      </FormSection>
    </SettingsForm>
  )
}
