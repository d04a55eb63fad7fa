import { Stack, Switch, TagsInput, Textarea, Title } from '@mantine/core'
import { channelOptOut, updateChannelOptOut } from '@recado/contracts/whatsapp/channel-settings'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { ChannelDetail } from './api.ts'
import { SettingsForm, useReadOnly, useSettingsSaved } from './settings-form.tsx'

const languages = ['pt', 'en'] as const

/** The words that stop and resume messages, and what is answered to them. */
export const ChannelOptOutForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { version, optOut } = channel.settings
  const saved = useSettingsSaved(channel.id)
  const { form, submit, busy, failure, error } = useContractForm({
    schema: channelOptOut,
    initialValues: optOut,
    onSubmit: async (values) => {
      const body = { version, optOut: values }
      saved(await call(updateChannelOptOut, { params: { id: channel.id }, body }))
    },
  })
  const readOnly = useReadOnly(channel)
  const state = { channelId: channel.id, busy, dirty: form.isDirty(), readOnly, failure, error }
  return (
    <SettingsForm label={t('section.optOut')} onSubmit={submit} {...state}>
      <Switch
        label={t('optOut.enabled')}
        description={t('optOut.help')}
        disabled={readOnly}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      {languages.map((language) => (
        <Stack key={language} gap="sm" component="section" aria-labelledby={`opt-out-${language}`}>
          <Title order={3} fz="sm" id={`opt-out-${language}`}>
            {t(`optOut.${language}`)}
          </Title>
          {(['stop', 'resume'] as const).map((kind) => (
            <TagsInput
              key={kind}
              label={t(`optOut.${kind}`)}
              description={t('optOut.wordsHelp')}
              maxTags={20}
              splitChars={[',', ';']}
              readOnly={readOnly}
              {...form.getInputProps(`${kind}.${language}`)}
            />
          ))}
          {(['stopped', 'resumed'] as const).map((kind) => (
            <Textarea
              key={kind}
              label={t(`optOut.${kind}`)}
              autosize
              minRows={2}
              maxLength={1024}
              readOnly={readOnly}
              {...form.getInputProps(`${kind}.${language}`)}
            />
          ))}
        </Stack>
      ))}
    </SettingsForm>
  )
}
