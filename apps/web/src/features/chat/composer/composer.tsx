import { Alert, Button } from '@mantine/core'
import type { TemplateSummary } from '@recado/contracts/channels'
import { type ConversationSummary, type Message, uploadAttachment } from '@recado/contracts/conversations'
import { IconClockOff, IconPlugConnectedX, IconTemplate } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../lib/api.ts'
import { useOutbox } from '../chat-context.tsx'
import { browserStore, readDraft } from '../drafts.ts'
import { isWindowOpen, useWindowTime } from '../window-time.ts'
import classes from './composer.module.css'
import type { TemplateFilling } from './template-form.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { TextComposer } from './text-composer.tsx'
import type { useAttachments } from './use-attachments.ts'

type Props = {
  conversation: ConversationSummary
  replyTo: Message | null
  onReplied: () => void
  attachments: ReturnType<typeof useAttachments>
  templatesOpen: boolean
  onTemplates: (open: boolean) => void
}

const sendable: ReadonlySet<string> = new Set(['connected', 'degraded'])

const ClosedNotice = ({
  conversation,
  onTemplates,
}: {
  conversation: ConversationSummary
  onTemplates: () => void
}) => {
  const { t } = useTranslation('chat')
  const [draft] = useState(() => readDraft(browserStore(), conversation.id))
  const never = conversation.windowExpiresAt === null
  return (
    <div className={classes.closed} role="status">
      <IconClockOff size={26} stroke={1.5} aria-hidden="true" />
      <div className={classes.closedText}>
        <b>{t(never ? 'window.neverTitle' : 'window.closedTitle')}</b>
        {t(never ? 'window.neverText' : 'window.closedText')} {draft ? t('window.draftKept') : null}
      </div>
      <Button leftSection={<IconTemplate size={18} />} onClick={onTemplates}>
        {t('template.choose')}
      </Button>
    </div>
  )
}

/** Where the answer is written: free text while the window is open, an approved template when it is not. */
export const Composer = ({ conversation, replyTo, onReplied, attachments, templatesOpen, onTemplates }: Props) => {
  const { t } = useTranslation('chat')
  const outbox = useOutbox()
  const open = isWindowOpen(useWindowTime(conversation.windowExpiresAt))
  const { id, channel, contact } = conversation
  const take = attachments.take

  useEffect(() => {
    if (!open) take()
  }, [open, take])

  const send = useMutation({
    mutationFn: async ({ template, filling }: { template: TemplateSummary; filling: TemplateFilling }) => {
      const header = filling.file ? await upload(uploadAttachment, filling.file, { params: { id } }) : null
      const { name, language } = template
      outbox.add({
        conversationId: id,
        text: filling.preview,
        draft: {
          type: 'template',
          template: { name, language, values: filling.values, ...(header ? { headerFileId: header.fileId } : {}) },
        },
      })
    },
    onSuccess: () => onTemplates(false),
  })

  if (!sendable.has(channel.status)) {
    return (
      <Alert
        m="sm"
        color="clay"
        icon={<IconPlugConnectedX size={20} />}
        title={t('channelOff.title', { name: channel.name })}
      >
        {t('channelOff.text')}
      </Alert>
    )
  }
  return (
    <>
      {open ? (
        <TextComposer
          conversationId={id}
          contactName={contact.displayName}
          replyTo={replyTo}
          onReplied={onReplied}
          attachments={attachments}
          onTemplates={() => onTemplates(true)}
        />
      ) : (
        <ClosedNotice conversation={conversation} onTemplates={() => onTemplates(true)} />
      )}
      <TemplatePicker
        opened={templatesOpen}
        channelId={channel.id}
        contactName={contact.displayName}
        busy={send.isPending}
        onSend={(template, filling) => send.mutate({ template, filling })}
        onClose={() => onTemplates(false)}
      />
    </>
  )
}
