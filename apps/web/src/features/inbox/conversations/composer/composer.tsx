import { Alert, Text } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Message } from '@recado/contracts/inbox/messages'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useChatPlace } from '../chat-context.tsx'
import type { Barrier } from './barrier.ts'
import { BlockedNotice, ClosedNotice, SuppressedNotice } from './closed-notice.tsx'
import { useComposerCommands } from './commands.ts'
import classes from './composer.module.css'
import { ModeTabs } from './mode-tabs.tsx'
import { NextUnread } from './next-unread.tsx'
import { NoteComposer } from './note-composer.tsx'
import type { Afterwards } from './outbox.ts'
import { prepareTemplate } from './prepare-template.ts'
import type { TemplateFilling } from './template-form.tsx'
import { TextComposer } from './text-composer.tsx'
import type { useAttachments } from './use-attachments.ts'
import { useComposerSend } from './use-composer-send.ts'

const TemplatePicker = lazyComponent(async () => (await import('./template-picker.tsx')).TemplatePicker)

type Props = {
  conversation: ConversationSummary
  /** Whether free text may be sent now. */
  open: boolean
  barrier: Barrier | null
  replyTo: Message | null
  onReplied: () => void
  attachments: ReturnType<typeof useAttachments>
  templatesOpen: boolean
  onTemplates: (open: boolean) => void
}

const sendable: ReadonlySet<string> = new Set(['connected', 'degraded'])

type Wanted = { template: TemplateSummary; filling: TemplateFilling; afterwards: Afterwards | null }

const useTemplateSend = (conversation: ConversationSummary, onDone: () => void) => {
  const sending = useComposerSend(conversation)
  return useMutation({
    mutationFn: async ({ template, filling, afterwards }: Wanted) => {
      const item = await prepareTemplate(conversation.id, template, filling)
      sending.put([{ ...item, ...(afterwards && { afterwards }) }])
    },
    onSuccess: onDone,
  })
}

const ChannelOff = ({ name }: { name: string }) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Alert m="sm" mt={0} color="clay" icon={<IconPlugConnectedX size={20} />} title={t('channelOff.title', { name })}>
      {t('channelOff.text')}
    </Alert>
  )
}

/**
 * Where is written: to the customer, in free text while the window is open and by an approved template when it is not;
 * or to the team, at any time.
 */
export const Composer = memo((props: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { conversation, open, barrier, replyTo, onReplied, attachments, templatesOpen, onTemplates } = props
  const [mode, setMode] = useState<'reply' | 'note'>('reply')
  const { channel } = conversation
  const on = sendable.has(channel.status)
  const mayStart = on && barrier === null
  const send = useTemplateSend(conversation, () => onTemplates(false))
  const replyToId = replyTo?.id
  useEffect(() => {
    if (replyToId) setMode('reply')
  }, [replyToId])
  const { writingIn } = useChatPlace()
  const [focusOn, setFocusOn] = useState(() => Number(writingIn.current === conversation.id))
  useComposerCommands((wanted) => {
    if (wanted === 'template') return mayStart && onTemplates(true)
    setMode(wanted)
    setFocusOn((count) => count + 1)
  })
  useEffect(() => {
    if (focusOn > 0) document.querySelector<HTMLTextAreaElement>('[data-composer] textarea')?.focus()
  }, [focusOn])

  const tabs = (
    <div className={classes.top}>
      <ModeTabs mode={mode} canSend={mayStart} onMode={setMode} onTemplates={() => onTemplates(true)} />
      <NextUnread conversationId={conversation.id} />
    </div>
  )
  return (
    <div data-composer>
      {mode === 'note' ? (
        <NoteComposer conversation={conversation} tabs={tabs} />
      ) : barrier === 'blocked' ? (
        <BlockedNotice conversation={conversation} tabs={tabs} />
      ) : on && barrier === 'suppressed' ? (
        <SuppressedNotice conversation={conversation} tabs={tabs} />
      ) : on && open ? (
        <>
          {barrier === 'replies' ? (
            <Text size="sm" role="note" className={classes.suppressed ?? ''}>
              {t('suppressed.replies')}
            </Text>
          ) : null}
          <TextComposer
            conversation={conversation}
            replyTo={replyTo}
            onReplied={onReplied}
            attachments={attachments}
            tabs={tabs}
          />
        </>
      ) : on ? (
        <ClosedNotice conversation={conversation} tabs={tabs} onTemplates={() => onTemplates(true)} />
      ) : (
        <>
          {tabs}
          <ChannelOff name={channel.name} />
        </>
      )}
      {templatesOpen ? (
        <TemplatePicker
          opened
          conversation={conversation}
          busy={send.isPending}
          onSend={(template, filling) => send.mutate({ template, filling, afterwards: null })}
          onSendAndSnooze={(template, filling) => send.mutate({ template, filling, afterwards: 'snooze' })}
          onClose={() => onTemplates(false)}
        />
      ) : null}
    </div>
  )
})
