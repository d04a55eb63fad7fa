import { Badge, Group, Text } from '@mantine/core'
import {
  type CannedReply,
  createCannedReply,
  deleteCannedReply,
  updateCannedReply,
  uploadCannedFile,
} from '@recado/contracts/inbox/canned-replies'
import { takesCaption } from '@recado/contracts/whatsapp/media-rules'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachedFile } from '#web/components/content/attached-file.tsx'
import { CannedFields, type CannedForm, useCannedRules } from '#web/components/form/canned-fields.tsx'
import { call, upload } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useMediaRefusal } from '#web/lib/ui/file-rules.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { cannedRepliesQuery } from '#web/queries/canned-replies.ts'
import { SettingsResource } from './settings-resource.tsx'

const FileField = ({ form, known }: { form: ContractForm<CannedForm>['form']; known: CannedReply | null }) => {
  const { t } = useTranslation('companies/settings')
  const [stored, setStored] = useState<{ fileId: string; name: string } | null>(null)
  const { fileId } = form.values.content
  const refuse = useMediaRefusal(takesCaption)
  // Another member may have replaced its file by now.
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
      refuse={refuse}
      send={(file, onProgress) => upload(uploadCannedFile, file, {}, { onProgress })}
      onStored={(file) => {
        setStored(file)
        form.setFieldValue('content.fileId', file.fileId)
      }}
      onRemove={() => form.setFieldValue('content.fileId', null)}
    />
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
  const rules = useCannedRules()
  const mayAdd = can('conversations.reply')
  return (
    <SettingsResource<CannedReply, CannedForm>
      name="canned"
      query={useQuery(cannedRepliesQuery)}
      nameOf={(reply) => `/${reply.shortcut}`}
      wordsOf={(reply) => `${reply.title} ${reply.content.text}`}
      row={(reply) => <CannedSummary reply={reply} />}
      mayAdd={mayAdd}
      mayChange={(reply) => reply.editable && mayAdd}
      form={{
        ...rules,
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
      }}
      fields={({ form, stored }) => (
        <CannedFields form={form}>
          <FileField form={form} known={stored} />
        </CannedFields>
      )}
      create={(body) => call(createCannedReply, { body })}
      update={(id, body) => call(updateCannedReply, { params: { id }, body })}
      remove={(id) => call(deleteCannedReply, { params: { id } })}
    />
  )
}
