import { Stack } from '@mantine/core'
import { channelOptOut, updateChannelOptOut } from '@recado/contracts/whatsapp/channel-settings'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { ChannelDetail } from './api.ts'
import { SettingsForm, useSettingsSaved } from './settings-form.tsx'

const languages = ['pt', 'en'] as const

/** The words that stop and resume messages, and what is answered to them. */
export const ChannelOptOutForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { version, optOut } = channel.settings
  const saved = useSettingsSaved(channel.id)
  const contract = useContractForm({
    schema: channelOptOut,
    initialValues: optOut,
    onSubmit: async (values) => {
      const body = { version, optOut: values }
      saved(await call(updateChannelOptOut, { params: { id: channel.id }, body }))
    },
  })
  const { form } = contract
  return (
    <SettingsForm label={t('section.optOut')} channel={channel} contract={contract}>
      <FormSection title={t('section.optOut')}>
        <Switch
          label={t('optOut.enabled')}
          description={t('optOut.help')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </FormSection>
      {languages.map((language) => (
        <FormSection key={language} title={t(`optOut.${language}`)}>
          <Stack gap="sm">
            {(['stop', 'resume'] as const).map((kind) => (
              <TagsInput
                key={kind}
                label={t(`optOut.${kind}`)}
                description={t('optOut.wordsHelp')}
                maxTags={20}
                splitChars={[',', ';']}
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
                {...form.getInputProps(`${kind}.${language}`)}
              />
            ))}
          </Stack>
        </FormSection>
      ))}
    </SettingsForm>
  )
}
