import { Badge, Button, Group, Menu, Select, Text, Textarea, TextInput } from '@mantine/core'
import {
  type CannedReply,
  cannedVariables,
  createCannedReply,
  deleteCannedReply,
  updateCannedReply,
  uploadCannedFile,
} from '@recado/contracts/inbox/canned-replies'
import { type CannedValues, fillCannedText, unknownVariables } from '@recado/contracts/inbox/canned-text'
import { IconBraces, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachedFile } from '#web/components/content/attached-file.tsx'
import { call, upload } from '#web/lib/api/api.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { cannedRepliesQuery } from '#web/queries/canned-replies.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import classes from './settings.module.css'
import { type FieldsProps, SettingsResource } from './settings-resource.tsx'

type Values = Pick<CannedReply, 'shortcut' | 'title' | 'scope' | 'teamId'> & { content: CannedReply['content'] }

const FileField = ({ form, known }: { form: ContractForm<Values>['form']; known: CannedReply | null }) => {
  const { t } = useTranslation('companies/settings')
  const [stored, setStored] = useState<{ fileId: string; name: string } | null>(null)
  const { fileId } = form.values.content
  // Somebody else may have given it another file by now.
  const current = useQuery(cannedRepliesQuery).data?.data.find(({ id }) => id === known?.id)
  const names = {
    [current?.content.fileId ?? '']: current?.fileName,
    [known?.content.fileId ?? '']: known?.fileName,
    [stored?.fileId ?? '']: stored?.name,
  }
  const name = fileId ? (names[fileId] ?? t('canned.file.gone')) : null
  return (
    <AttachedFile
      name={name}
      texts={{
        label: t('canned.file.label'),
        hint: t('canned.file.hint'),
        choose: t('canned.file.choose'),
        remove: t('canned.file.remove', { name }),
        progress: t('canned.file.progress'),
      }}
      error={form.errors['content.fileId']}
      send={(file, onProgress) => upload(uploadCannedFile, file, {}, { onProgress })}
      onStored={(file) => {
        setStored(file)
        form.setFieldValue('content.fileId', file.fileId)
      }}
      onRemove={() => form.setFieldValue('content.fileId', null)}
    />
  )
}

const variableKey = (name: string) => name.replace('.', '_')

/** What the preview stands for: a made-up customer, and whoever looks at it. */
const useExample = (): CannedValues => {
  const { t } = useTranslation('companies/settings')
  const { user } = useSignedIn()
  return {
    'contact.name': t('canned.example.name'),
    'contact.first_name': t('canned.example.firstName'),
    'contact.phone': '+55 11 98765-0001',
    'contact.email': 'maria@example.com',
    'agent.name': user.name,
    'agent.first_name': user.name.split(' ')[0] ?? '',
    'company.name': user.currentCompany?.name ?? '',
    'channel.name': t('canned.example.channel'),
    'conversation.id': '0192f000',
  }
}

const ContentFields = ({ form }: { form: ContractForm<Values>['form'] }) => {
  const { t } = useTranslation('companies/settings')
  const example = useExample()
  const { text } = form.values.content
  return (
    <>
      <Textarea label={t('canned.content')} autosize minRows={4} {...form.getInputProps('content.text')} />
      <Group justify="space-between">
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="light" size="compact-sm" leftSection={<IconBraces size={16} />}>
              {t('canned.insert')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {cannedVariables.map((name) => (
              <Menu.Item
                key={name}
                onClick={() =>
                  form.setFieldValue('content.text', `${text}${text && !/\s$/.test(text) ? ' ' : ''}{{${name}}}`)
                }
              >
                {t(`canned.variables.${variableKey(name)}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Text size="xs" c="dimmed">
          {t('canned.fallback', { example: `{{contact.first_name | ${t('canned.there')}}}` })}
        </Text>
      </Group>
      <div>
        <Text size="sm" mb={6}>
          {t('preview')}
        </Text>
        <div className={classes.bubble}>{fillCannedText(text, example) || '…'}</div>
      </div>
    </>
  )
}

const CannedFields = ({ form, stored }: FieldsProps<Values, CannedReply>) => {
  const { t } = useTranslation('companies/settings')
  const share = useCan()('settings.share')
  const teams = useQuery(teamsQuery).data?.data ?? []
  const scopes = share ? (['company', 'team', 'personal'] as const) : (['personal'] as const)
  return (
    <>
      <TextInput
        label={t('canned.shortcut')}
        description={t('canned.shortcutText')}
        leftSection="/"
        data-autofocus
        {...form.getInputProps('shortcut')}
      />
      <TextInput label={t('canned.title')} {...form.getInputProps('title')} />
      <ContentFields form={form} />
      <FileField form={form} known={stored} />
      <Select
        label={t('field.scope')}
        allowDeselect={false}
        data={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        {...form.getInputProps('scope')}
      />
      {form.values.scope === 'team' ? (
        <Select
          label={t('field.team')}
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('teamId')}
        />
      ) : null}
    </>
  )
}

const CannedSummary = ({ reply }: { reply: CannedReply }) => {
  const { t } = useTranslation('companies/settings')
  return (
    <>
      <Group gap="sm">
        <Text fw={600}>/{reply.shortcut}</Text>
        <Text size="sm">{reply.title}</Text>
        <Badge variant="light" color="gray">
          {t(`scope.${reply.scope}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {reply.content.text}
      </Text>
      {reply.fileName ? (
        <Group gap={4} wrap="nowrap">
          <IconPaperclip size={14} aria-hidden="true" />
          <Text size="xs" c="dimmed" truncate>
            {reply.fileName}
          </Text>
        </Group>
      ) : null}
      <Text size="xs" c="dimmed">
        {t('canned.uses', { count: reply.uses })}
      </Text>
    </>
  )
}

/** Texts that are sent often. */
export const CannedTab = () => {
  const { t } = useTranslation('companies/settings')
  const can = useCan()
  const mayAdd = can('conversations.reply')
  return (
    <SettingsResource<CannedReply, Values>
      name="canned"
      query={useQuery(cannedRepliesQuery)}
      nameOf={(reply) => `/${reply.shortcut}`}
      wordsOf={(reply) => `${reply.title} ${reply.content.text}`}
      row={(reply) => <CannedSummary reply={reply} />}
      mayAdd={mayAdd}
      mayChange={(reply) => reply.editable && mayAdd}
      form={{
        schema: createCannedReply.body,
        valuesOf: (reply) => ({
          shortcut: reply?.shortcut ?? '',
          title: reply?.title ?? '',
          content: reply?.content ?? { text: '', fileId: null },
          scope: reply?.scope ?? (can('settings.share') ? 'company' : 'personal'),
          teamId: reply?.teamId ?? null,
        }),
        labels: {
          shortcut: t('canned.shortcut'),
          title: t('canned.title'),
          content: t('canned.content'),
          scope: t('field.scope'),
          teamId: t('field.team'),
        },
        words: ({ content }) => ({ content: content.text }),
        extra: ({ content, scope, teamId }) => {
          const [unknown] = unknownVariables(content.text)
          return {
            'content.text': unknown ? t('canned.unknown', { name: unknown }) : undefined,
            teamId: scope === 'team' && !teamId ? t('canned.chooseTeam') : undefined,
          }
        },
      }}
      fields={(props) => <CannedFields {...props} />}
      create={(body) => call(createCannedReply, { body })}
      update={(id, body) => call(updateCannedReply, { params: { id }, body })}
      remove={(id) => call(deleteCannedReply, { params: { id } })}
    />
  )
}
