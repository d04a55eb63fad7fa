import { Button, Group, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { systemIcons } from '@recado/contracts/notifications/domain'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Options } from '../api.ts'
import { EmailFields } from './email-fields.tsx'
import type { WorkflowForm } from './use-workflow-form.ts'
import type { FormTemplate } from './values.ts'

type Props = { form: WorkflowForm; path: string; template: FormTemplate; options: Options }

const mostButtons = 2

const Buttons = ({ form, path, template }: Omit<Props, 'options'>) => {
  const { t } = useTranslation('admin/notifications')
  const { buttons } = template.cta.action
  const list = `${path}.template.cta.action.buttons`
  return (
    <Stack gap="xs">
      {buttons.map((button, index) => (
        <Group key={button.type} align="flex-end" wrap="nowrap">
          <TextInput flex={1} label={t(`button.${button.type}`)} {...form.getInputProps(`${list}.${index}.content`)} />
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={15} />}
            onClick={() => form.removeListItem(list, index)}
          >
            {t('common:remove')}
          </Button>
        </Group>
      ))}
      {buttons.length < mostButtons ? (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={15} />}
            onClick={() =>
              form.insertListItem(list, {
                type: buttons.some(({ type }) => type === 'primary') ? 'secondary' : 'primary',
                content: '',
              })
            }
          >
            {t('button.add')}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}

const Avatar = ({ form, path, template }: Omit<Props, 'options'>) => {
  const { t } = useTranslation('admin/notifications')
  const { type } = template.actor
  return (
    <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
      <Select
        label={t('field.avatar')}
        allowDeselect={false}
        data={(['none', 'user', 'system_icon', 'system_custom'] as const).map((value) => ({
          value,
          label: t(`avatar.${value}`),
        }))}
        {...form.getInputProps(`${path}.template.actor.type`)}
        onChange={(value) => {
          form.setFieldValue(`${path}.template.actor.type`, value)
          form.setFieldValue(`${path}.template.actor.data`, value === 'system_icon' ? 'info' : '')
        }}
      />
      {type === 'system_icon' ? (
        <Select
          label={t('field.icon')}
          allowDeselect={false}
          data={systemIcons.map((value) => ({ value, label: t(`icon.${value}`) }))}
          {...form.getInputProps(`${path}.template.actor.data`)}
        />
      ) : null}
      {type === 'system_custom' ? (
        <TextInput
          type="url"
          label={t('field.picture')}
          placeholder="https://"
          {...form.getInputProps(`${path}.template.actor.data`)}
        />
      ) : null}
    </SimpleGrid>
  )
}

const InAppFields = ({ form, path, template, options }: Props) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <>
      <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
        <TextInput
          label={t('field.ctaUrl')}
          description={t('field.ctaUrlText')}
          placeholder="/dashboard"
          {...form.getInputProps(`${path}.template.cta.data.url`)}
        />
        <Select
          label={t('field.feed')}
          description={t('field.feedText')}
          clearable
          data={options.feeds.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps(`${path}.template.feedId`)}
        />
      </SimpleGrid>
      <Avatar form={form} path={path} template={template} />
      <Buttons form={form} path={path} template={template} />
    </>
  )
}

/** What a channel step says. */
export const ContentFields = (props: Props) => {
  const { form, path, template } = props
  const { t } = useTranslation('admin/notifications')
  if (template.type === 'email') return <EmailFields {...props} />
  return (
    <Stack gap="md">
      {template.type === 'push' ? (
        <TextInput label={t('field.title')} {...form.getInputProps(`${path}.template.title`)} />
      ) : null}
      <Textarea
        label={t('field.content')}
        description={t('field.contentText', { example: '{{name}}' })}
        autosize
        minRows={3}
        maxRows={16}
        {...form.getInputProps(`${path}.template.content`)}
      />
      {template.type === 'chat' ? (
        <Text size="xs" c="dimmed">
          {t('field.chatText')}
        </Text>
      ) : null}
      {template.type === 'in_app' ? <InAppFields {...props} /> : null}
    </Stack>
  )
}
