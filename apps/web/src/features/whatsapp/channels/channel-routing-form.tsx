import { NumberInput, Select, Stack, Switch, Text, Textarea } from '@mantine/core'
import { channelRouting, updateChannelRouting } from '@recado/contracts/whatsapp/channel-settings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import type { ChannelDetail } from './api.ts'
import { SettingsForm, useReadOnly, useSettingsSaved } from './settings-form.tsx'

const useChoices = () => {
  const teams = useQuery(teamsQuery)
  const hours = useQuery(businessHoursQuery)
  const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return { teams: (teams.data?.data ?? []).map(choice), hours: (hours.data?.data ?? []).map(choice) }
}

/** Where new conversations go, and what is said to them by itself. */
export const ChannelRoutingForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { version, routing } = channel.settings
  const choices = useChoices()
  const saved = useSettingsSaved(channel.id)
  const { form, submit, busy, failure, error } = useContractForm({
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
  const readOnly = useReadOnly(channel)
  const state = { channelId: channel.id, busy, dirty: form.isDirty(), readOnly, failure, error }
  return (
    <SettingsForm label={t('section.routing')} onSubmit={submit} {...state}>
      <Select
        label={t('routing.team')}
        description={t('routing.teamHelp')}
        placeholder={t('routing.noTeam')}
        data={choices.teams}
        clearable
        searchable
        readOnly={readOnly}
        {...form.getInputProps('teamId')}
      />
      <Select
        label={t('routing.hours')}
        description={t('routing.hoursHelp')}
        placeholder={t('routing.always')}
        data={choices.hours}
        clearable
        readOnly={readOnly}
        {...form.getInputProps('businessHoursId')}
      />
      <Stack gap="xs">
        <Switch
          label={t('routing.greeting')}
          disabled={readOnly}
          {...form.getInputProps('greeting.enabled', { type: 'checkbox' })}
        />
        <Textarea
          aria-label={t('routing.greetingText')}
          placeholder={t('routing.greetingExample')}
          autosize
          minRows={2}
          maxLength={1024}
          disabled={!form.values.greeting.enabled}
          readOnly={readOnly}
          {...form.getInputProps('greeting.text')}
        />
      </Stack>
      <Stack gap="xs">
        <Switch
          label={t('routing.away')}
          disabled={readOnly}
          {...form.getInputProps('away.enabled', { type: 'checkbox' })}
        />
        <Textarea
          aria-label={t('routing.awayText')}
          placeholder={t('routing.awayExample')}
          autosize
          minRows={2}
          maxLength={1024}
          disabled={!form.values.away.enabled}
          readOnly={readOnly}
          {...form.getInputProps('away.text')}
        />
        <NumberInput
          label={t('routing.every')}
          min={1}
          max={168}
          w={220}
          disabled={!form.values.away.enabled}
          readOnly={readOnly}
          {...form.getInputProps('away.everyHours')}
        />
        {form.values.away.enabled && !form.values.businessHoursId ? (
          <Text size="sm" c="dimmed">
            {t('routing.awayNeedsHours')}
          </Text>
        ) : null}
      </Stack>
    </SettingsForm>
  )
}
