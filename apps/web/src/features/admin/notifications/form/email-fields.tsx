import {
  ActionIcon,
  Button,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Options } from '../api.ts'
import classes from '../notifications.module.css'
import type { WorkflowForm } from './use-workflow-form.ts'
import type { FormTemplate } from './values.ts'

type Props = { form: WorkflowForm; path: string; template: FormTemplate; options: Options }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The blocks as HTML, so that nothing is lost when switching to HTML. */
const htmlOf = (content: FormTemplate['content']): string =>
  typeof content === 'string'
    ? content
    : content
        .map((block) =>
          block.type === 'button'
            ? `<p><a href="${escaped(block.url ?? '')}">${block.content}</a></p>`
            : `<div>${block.content}</div>`,
        )
        .join('\n')

const blocksOf = (content: FormTemplate['content']) =>
  typeof content === 'string' ? [{ type: 'text' as const, content }] : content

const Blocks = ({ form, path, template }: Omit<Props, 'options'>) => {
  const { t } = useTranslation('admin/notifications')
  const list = `${path}.template.content`
  const blocks = blocksOf(template.content)
  return (
    <Stack gap="sm">
      {blocks.map((block, index) => {
        const label = t('block.named', { number: index + 1, type: t(`block.${block.type}`) })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have nothing but their place
          <Group key={index} align="flex-start" wrap="nowrap" gap="xs" className={classes.group ?? ''}>
            <Stack gap="xs" flex={1}>
              {block.type === 'text' ? (
                <Textarea
                  label={label}
                  autosize
                  minRows={2}
                  maxRows={12}
                  {...form.getInputProps(`${list}.${index}.content`)}
                />
              ) : (
                <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
                  <TextInput label={label} {...form.getInputProps(`${list}.${index}.content`)} />
                  <TextInput
                    label={t('block.url')}
                    placeholder="https://"
                    {...form.getInputProps(`${list}.${index}.url`)}
                  />
                </SimpleGrid>
              )}
            </Stack>
            <Stack gap={2}>
              <ActionIcon
                aria-label={t('form.moveUpOf', { step: label })}
                className={classes.quiet ?? ''}
                disabled={index === 0}
                onClick={() => form.reorderListItem(list, { from: index, to: index - 1 })}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('form.moveDownOf', { step: label })}
                className={classes.quiet ?? ''}
                disabled={index === blocks.length - 1}
                onClick={() => form.reorderListItem(list, { from: index, to: index + 1 })}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('form.removeOf', { step: label })}
                onClick={() => form.removeListItem(list, index)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Stack>
          </Group>
        )
      })}
      <Group gap="xs">
        {(['text', 'button'] as const).map((type) => (
          <Button
            key={type}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={15} />}
            onClick={() => form.insertListItem(list, { type, content: '', ...(type === 'button' ? { url: '' } : {}) })}
          >
            {t(`block.add.${type}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

/** What a mail says: subject and what surrounds it, and the body as blocks or as HTML. */
export const EmailFields = ({ form, path, template, options }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const at = `${path}.template`
  const change = (contentType: string) => {
    const content = contentType === 'customHtml' ? htmlOf(template.content) : blocksOf(template.content)
    form.setFieldValue(`${at}.content`, content)
    form.setFieldValue(`${at}.contentType`, contentType)
  }
  return (
    <Stack gap="md">
      <TextInput label={t('field.subject')} withAsterisk {...form.getInputProps(`${at}.subject`)} />
      <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }}>
        <TextInput
          label={t('field.preheader')}
          description={t('field.preheaderText')}
          {...form.getInputProps(`${at}.preheader`)}
        />
        <TextInput
          label={t('field.senderName')}
          description={t('field.senderNameText')}
          {...form.getInputProps(`${at}.senderName`)}
        />
        <Select
          label={t('field.layout')}
          placeholder={t('field.layoutDefault')}
          clearable
          data={options.layouts.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps(`${at}.layoutId`)}
        />
      </SimpleGrid>
      <SegmentedControl
        aria-label={t('field.contentType')}
        value={template.contentType}
        onChange={change}
        data={[
          { value: 'editor', label: t('field.blocks') },
          { value: 'customHtml', label: 'HTML' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {template.contentType === 'editor' ? (
        <Blocks form={form} path={path} template={template} />
      ) : (
        <Textarea
          label="HTML"
          description={t('field.contentText', { example: '{{name}}' })}
          autosize
          minRows={8}
          maxRows={24}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          {...form.getInputProps(`${at}.content`)}
        />
      )}
    </Stack>
  )
}
