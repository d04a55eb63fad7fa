import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import { channelConversational, updateChannelConversational } from '@recado/contracts/whatsapp/channel-settings'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { ChannelDetail } from './api.ts'
import { SettingsForm, useReadOnlyReason, useSettingsSaved } from './settings-form.tsx'

const MOST = { iceBreakers: 4, commands: 30 } as const

/** Questions that people can tap in an empty chat, and commands that they can type. */
export const ChannelConversationalForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { version, conversational } = channel.settings
  const saved = useSettingsSaved(channel.id)
  const contract = useContractForm({
    schema: channelConversational,
    initialValues: conversational,
    onSubmit: async (values) => {
      const body = { version, conversational: values }
      saved(await call(updateChannelConversational, { params: { id: channel.id }, body }))
    },
  })
  const { form } = contract
  const readOnly = useReadOnlyReason(channel) !== null
  const remove = (list: 'iceBreakers' | 'commands', index: number) =>
    readOnly ? null : (
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={4}
        aria-label={t('conversational.remove')}
        onClick={() => form.removeListItem(list, index)}
      >
        <IconTrash size={17} />
      </ActionIcon>
    )
  const add = (list: 'iceBreakers' | 'commands', item: string | { name: string; description: string }) =>
    readOnly || form.values[list].length >= MOST[list] ? null : (
      <Group>
        <Button
          size="xs"
          variant="light"
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem(list, item)}
        >
          {t(`conversational.add.${list}`)}
        </Button>
      </Group>
    )
  return (
    <SettingsForm label={t('section.conversational')} channel={channel} contract={contract}>
      <FormSection title={t('conversational.iceBreakers')} description={t('conversational.iceHelp')}>
        <Stack gap="sm">
          <ByPlace items={form.values.iceBreakers}>
            {(_, index) => (
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <TextInput
                  style={{ flex: 1 }}
                  maxLength={80}
                  aria-label={t('conversational.question', { number: index + 1 })}
                  placeholder={t('conversational.questionExample')}
                  {...form.getInputProps(`iceBreakers.${index}`)}
                />
                {remove('iceBreakers', index)}
              </Group>
            )}
          </ByPlace>
          {add('iceBreakers', '')}
        </Stack>
      </FormSection>
      <FormSection title={t('conversational.commands')} description={t('conversational.commandsHelp')}>
        <Stack gap="sm">
          <ByPlace items={form.values.commands}>
            {(_, index) => (
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <TextInput
                  w={140}
                  maxLength={32}
                  leftSection="/"
                  aria-label={t('conversational.command', { number: index + 1 })}
                  {...form.getInputProps(`commands.${index}.name`)}
                />
                <TextInput
                  style={{ flex: 1 }}
                  maxLength={256}
                  aria-label={t('conversational.commandText', { number: index + 1 })}
                  {...form.getInputProps(`commands.${index}.description`)}
                />
                {remove('commands', index)}
              </Group>
            )}
          </ByPlace>
          {add('commands', { name: '', description: '' })}
        </Stack>
      </FormSection>
    </SettingsForm>
  )
}
