import { ActionIcon, Textarea } from '@mantine/core'
import type { CannedReply } from '@recado/contracts/inbox/canned-replies'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Message } from '@recado/contracts/inbox/messages'
import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/lib/ui/chat-commands.ts'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { useStable } from '#web/lib/ui/use-stable.ts'
import { keepEnterSends, keepSigned, readEnterSends, readSigned } from '../drafts.ts'
import { Quote } from '../timeline/quote.tsx'
import { useTimelineActions } from '../timeline/timeline-actions.ts'
import { AttachmentTray } from './attachment-tray.tsx'
import { useGivenBack } from './commands.ts'
import classes from './composer.module.css'
import { ComposerBar, countOf, type WritingSettings } from './composer-bar.tsx'
import { ComposerDialogs, type OpenDialog } from './composer-dialogs.tsx'
import { shortcutChange } from './format-bar.tsx'
import { useIsKept } from './kept.ts'
import { LinkPreviewSwitch, ReadyFile, WordsApart } from './message-options.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './suggestions.ts'
import type { useAttachments } from './use-attachments.ts'
import { useCanned } from './use-canned.ts'
import { useComposerSend } from './use-composer-send.ts'
import { useField } from './use-field.ts'
import { useTyping } from './use-typing.ts'
import { useWriting } from './use-writing.ts'

type Props = {
  conversation: ConversationSummary
  replyTo: Message | null
  onReplied: () => void
  attachments: ReturnType<typeof useAttachments>
  tabs: ReactNode
}

const useSettings = (store: ReturnType<typeof useField>['store']) => {
  const [settings, setSettings] = useState<WritingSettings>(() => ({
    enterSends: readEnterSends(store),
    signed: readSigned(store),
  }))
  const change = (next: WritingSettings) => {
    setSettings(next)
    keepEnterSends(store, next.enterSends)
    keepSigned(store, next.signed)
  }
  return [settings, change] as const
}

const Replying = ({ message, name, onCancel }: { message: Message; name: string; onCancel: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <div className={classes.replying}>
      <Quote quoted={{ id: null, type: message.type, body: message.body, direction: message.direction }} name={name} />
      <ActionIcon size={28} aria-label={t('composer.cancelReply')} onClick={onCancel}>
        <IconX size={17} />
      </ActionIcon>
    </div>
  )
}

const pasting = (add: (files: File[]) => void) => (event: ClipboardEvent) => {
  const files = [...event.clipboardData.files]
  if (files.length === 0) return
  event.preventDefault()
  add(files)
}

const CannedList = ({
  id,
  ready,
  preview,
}: {
  id: string
  ready: ReturnType<typeof useSuggestions<CannedReply>>
  preview: (reply: CannedReply) => string
}) => {
  const { t } = useTranslation('inbox/conversations')
  if (ready.nothing)
    return (
      <p className={classes.noCanned} role="status">
        {t('composer.noCanned')}
      </p>
    )
  if (!ready.opened) return null
  return (
    <SuggestionList
      id={id}
      label={t('composer.canned')}
      items={ready.items}
      active={ready.active}
      keyOf={({ id: replyId }) => replyId}
      onPick={ready.pick}
      render={(reply) => (
        <>
          <b>/{reply.shortcut}</b>
          <small>{reply.title}</small>
          <span className={classes.cannedText}>{preview(reply)}</span>
        </>
      )}
    />
  )
}

type Field = ReturnType<typeof useField>
type Ready = ReturnType<typeof useSuggestions<CannedReply>>
type Writing = ReturnType<typeof useWriting>

/** Ready texts, for what is typed after a slash; the chosen one takes its place, with its file. */
const useReadyTexts = (field: Field, canned: ReturnType<typeof useCanned>, writing: Writing): Ready => {
  const { t } = useTranslation('inbox/conversations')
  const ready = useSuggestions(field, 'slash', canned.find, (reply) =>
    canned.use.mutate(reply, {
      onSuccess: ({ text, fileId }) => {
        ready.put(text)
        if (fileId)
          writing.addReady({ fileId, name: t('composer.cannedFile', { name: `/${reply.shortcut}` }), kind: 'document' })
      },
    }),
  )
  return ready
}

/** What was sent and is taken back is in the field again. */
const useReturning = (field: Field, writing: Writing): void =>
  useGivenBack(({ text, file }) => {
    if (text) field.restore(text)
    if (file) writing.addReady(file)
  })

const Attached = ({ attachments, writing }: { attachments: Props['attachments']; writing: Writing }) => (
  <>
    <AttachmentTray
      items={attachments.items}
      onRemove={attachments.remove}
      onCaption={attachments.caption}
      onDocument={attachments.toDocument}
    />
    {writing.ready.map(({ fileId, name }) => (
      <ReadyFile key={fileId} name={name} onRemove={() => writing.removeReady(fileId)} />
    ))}
  </>
)

/** What a sending key does: with Control and Shift it also resolves, with Alt it opens the next conversation. */
const sendingKey = (event: KeyboardEvent, enterSends: boolean): 'send' | 'resolve' | 'next' | null => {
  if (event.key !== 'Enter') return null
  const withControl = event.ctrlKey || event.metaKey
  if (withControl && event.altKey) return 'next'
  if (withControl) return event.shiftKey ? 'resolve' : 'send'
  return enterSends && !event.shiftKey ? 'send' : null
}

/** Whether the browser sizes a field to its text natively; measuring it would cost a layout per key. */
const sizesItself = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content') === true

type FieldProps = {
  conversationId: string
  field: Field
  ready: Ready
  writing: Writing
  listId: string
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onPaste: (event: ClipboardEvent) => void
}

const MessageField = ({ conversationId, field, ready, writing, listId, onKeyDown, onPaste }: FieldProps) => {
  const { t } = useTranslation('inbox/conversations')
  const typing = useTyping(conversationId)
  const narrow = useMedia('(max-width: 48em)')
  return (
    <Textarea
      name="text"
      ref={field.input}
      classNames={{ input: classes.input }}
      variant="unstyled"
      autosize={!sizesItself}
      minRows={1}
      maxRows={8}
      value={field.text}
      aria-label={t('composer.message')}
      aria-controls={ready.opened ? listId : undefined}
      aria-activedescendant={ready.opened ? `${listId}-${ready.active}` : undefined}
      placeholder={t(
        writing.captions ? 'composer.caption' : narrow ? 'composer.placeholderShort' : 'composer.placeholder',
      )}
      onChange={(event) => {
        field.setText(event.currentTarget.value)
        ready.onSelect()
        typing(event.currentTarget.value)
      }}
      onSelect={ready.onSelect}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      error={writing.tooLong}
      aria-invalid={writing.tooLong}
    />
  )
}

type KeysOf = {
  field: Field
  ready: Ready
  writing: Writing
  enterSends: boolean
  /** Cancels the reply; null while not replying. */
  onEscape: (() => void) | null
}

/** Suggestions handle keys first, then cancelling the reply, formatting and sending. */
const keysOf =
  ({ field, ready, writing, enterSends, onEscape }: KeysOf) =>
  (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || ready.onKeyDown(event)) return
    if (event.key === 'Escape' && onEscape) return onEscape()
    const edit = shortcutChange(event)
    if (edit) {
      event.preventDefault()
      return field.change(edit)
    }
    const sends = sendingKey(event, enterSends)
    if (!sends) return
    event.preventDefault()
    event.stopPropagation()
    if (sends === 'next') writing.send(undefined, () => runCommand('next'))
    else writing.send(sends === 'resolve' ? sends : undefined)
  }

/** Where a member answers the customer: text with formatting, emoji, ready texts, files, and everything else there is to send. */
export const TextComposer = ({ conversation, replyTo, onReplied, attachments, tabs }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const listId = useId()
  const contactName = conversation.contact.displayName
  const { saveCanned } = useTimelineActions()
  const field = useField(conversation.id, 'reply')
  const [settings, setSettings] = useSettings(field.store)
  const [dialog, setDialog] = useState<OpenDialog>(useIsKept(conversation.id, 'voice') ? 'voice' : null)
  const sending = useComposerSend(conversation)
  const canned = useCanned(conversation)
  const writing = useWriting({ field, attachments, sending, replyTo, signed: settings.signed, onReplied })
  const ready = useReadyTexts(field, canned, writing)
  useReturning(field, writing)
  const replyToId = replyTo?.id ?? null
  useEffect(() => {
    if (replyToId) field.input.current?.focus()
  }, [replyToId, field.input])

  const bar = {
    onSettings: useStable(setSettings),
    onChange: useStable(field.change),
    onSaveCanned: useStable(() => saveCanned(field.text.trim())),
    onRecord: useStable(() => setDialog('voice')),
    onSchedule: useStable(() => writing.blocked || setDialog('schedule')),
    onSendResolve: useStable(() => writing.send('resolve')),
  }

  const onKeyDown = keysOf({
    ...{ field, ready, writing, enterSends: settings.enterSends },
    onEscape: replyTo ? onReplied : null,
  })
  return (
    <>
      <form
        className={classes.composer}
        data-mode="reply"
        data-recording={dialog === 'voice' || undefined}
        aria-label={t('composer.label', { name: contactName })}
        onSubmit={(event) => {
          event.preventDefault()
          writing.send()
        }}
      >
        {tabs}
        {replyTo ? <Replying message={replyTo} name={contactName} onCancel={onReplied} /> : null}
        <Attached attachments={attachments} writing={writing} />
        <CannedList id={listId} ready={ready} preview={canned.preview} />
        <MessageField
          conversationId={conversation.id}
          field={field}
          ready={ready}
          writing={writing}
          listId={listId}
          onKeyDown={onKeyDown}
          onPaste={pasting(attachments.add)}
        />
        {writing.apart ? <WordsApart /> : null}
        <LinkPreviewSwitch text={field.text} value={writing.previewUrl} onChange={writing.setPreviewUrl} />
        {dialog === 'voice' ? null : (
          <ComposerBar
            length={countOf(writing.length, writing.maxText)}
            limit={writing.maxText}
            canSend={writing.canSend}
            empty={writing.empty}
            settings={settings}
            hasWords={writing.length > 0}
            onFiles={attachments.add}
            onExtra={setDialog}
            {...bar}
          />
        )}
      </form>
      <ComposerDialogs
        dialog={dialog}
        conversation={conversation}
        text={field.text}
        files={writing.files}
        replyToId={replyToId}
        sending={sending}
        onTaken={() => {
          field.clear()
          onReplied()
        }}
        onFilesTaken={writing.letFilesGo}
        onReplied={onReplied}
        onClose={() => {
          setDialog(null)
          setTimeout(() => field.input.current?.focus())
        }}
      />
    </>
  )
}
