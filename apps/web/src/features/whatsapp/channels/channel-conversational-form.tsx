import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { channelConversational, updateChannelConversational } from '@recado/contracts/whatsapp/channel-settings'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { ChannelDetail } from './api.ts'
import { SettingsForm, useReadOnly, useSettingsSaved } from './settings-form.tsx'

const MOST = { iceBreakers: 4, commands: 30 } as const

const Heading = ({ id, title, help }: { id: string; title: string; help: string }) => (
  <div>
    <Title order={2} fz="md" id={id}>
      {title}
    </Title>
    <Text size="sm" c="dimmed">
      {help}
    </Text>
  </div>
)

/** Questions that people can tap in an empty chat, and commands that they can type. */
export const ChannelConversationalForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { version, conversational } = channel.settings
  const saved = useSettingsSaved(channel.id)
  const { form, submit, busy, failure, error } = useContractForm({
    schema: channelConversational,
    initialValues: conversational,
    onSubmit: async (values) => {
      const body = { version, conversational: values }
      saved(await call(updateChannelConversational, { params: { id: channel.id }, body }))
    },
  })
  const readOnly = useReadOnly(channel)
  const state = { channelId: channel.id, busy, dirty: form.isDirty(), readOnly, failure, error }
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
    <SettingsForm label={t('section.conversational')} onSubmit={submit} {...state}>
      <Stack gap="sm" component="section" aria-labelledby="ice-title">
        <Heading id="ice-title" title={t('conversational.iceBreakers')} help={t('conversational.iceHelp')} />
        {form.values.iceBreakers.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no identity besides their place
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              style={{ flex: 1 }}
              maxLength={80}
              readOnly={readOnly}
              aria-label={t('conversational.question', { number: index + 1 })}
              placeholder={t('conversational.questionExample')}
              {...form.getInputProps(`iceBreakers.${index}`)}
            />
            {remove('iceBreakers', index)}
          </Group>
        ))}
        {add('iceBreakers', '')}
      </Stack>
      <Stack gap="sm" component="section" aria-labelledby="commands-title">
        <Heading id="commands-title" title={t('conversational.commands')} help={t('conversational.commandsHelp')} />
        {form.values.commands.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              w={140}
              maxLength={32}
              leftSection="/"
              readOnly={readOnly}
              aria-label={t('conversational.command', { number: index + 1 })}
              {...form.getInputProps(`commands.${index}.name`)}
            />
            <TextInput
              style={{ flex: 1 }}
              maxLength={256}
              readOnly={readOnly}
              aria-label={t('conversational.commandText', { number: index + 1 })}
              {...form.getInputProps(`commands.${index}.description`)}
            />
            {remove('commands', index)}
          </Group>
        ))}
        {add('commands', { name: '', description: '' })}
      </Stack>
    </SettingsForm>
  )
}
