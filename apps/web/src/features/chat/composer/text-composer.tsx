import { ActionIcon, FileButton, Menu, Textarea, Tooltip } from '@mantine/core'
import type { Message } from '@recado/contracts/conversations'
import { IconPaperclip, IconSend2, IconSettings, IconTemplate, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutbox } from '../chat-context.tsx'
import { browserStore, keepDraft, keepEnterSends, readDraft, readEnterSends } from '../drafts.ts'
import { Quote } from '../timeline/quote.tsx'
import { maxCaption } from './attachment-rules.ts'
import { AttachmentTray } from './attachment-tray.tsx'
import classes from './composer.module.css'
import { EmojiButton } from './emoji-button.tsx'
import { type Change, FormatBar, shortcutChange } from './format-bar.tsx'
import { insertText } from './text-marks.ts'
import type { useAttachments } from './use-attachments.ts'

export const maxText = 4096
const countFrom = 3800

type Props = {
  conversationId: string
  contactName: string
  replyTo: Message | null
  onReplied: () => void
  attachments: ReturnType<typeof useAttachments>
  onTemplates: () => void
}

const EnterMenu = ({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) => {
  const { t } = useTranslation('chat')
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={30} aria-label={t('composer.settings')}>
          <IconSettings size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={value} onChange={onChange}>
          {t('composer.enterSends')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where a member writes: text with formatting, emoji, files, an answer to a message. */
export const TextComposer = ({ conversationId, contactName, replyTo, onReplied, attachments, onTemplates }: Props) => {
  const { t } = useTranslation('chat')
  const outbox = useOutbox()
  const [store] = useState(browserStore)
  const [text, setText] = useState(() => readDraft(store, conversationId))
  const [enterSends, setEnterSends] = useState(() => readEnterSends(store))
  const input = useRef<HTMLTextAreaElement>(null)
  const selection = useRef<{ start: number; end: number } | null>(null)
  const { items } = attachments
  const taken = useRef(new Set<string>())

  useEffect(() => {
    const timer = setTimeout(() => keepDraft(store, conversationId, text), 250)
    return () => {
      clearTimeout(timer)
      keepDraft(store, conversationId, text)
    }
  }, [store, conversationId, text])

  useLayoutEffect(() => {
    const place = selection.current
    if (!place || !input.current) return
    selection.current = null
    input.current.focus()
    input.current.setSelectionRange(place.start, place.end)
  })

  useEffect(() => {
    if (replyTo) input.current?.focus()
  }, [replyTo])

  const body = text.trim()
  const limit = items.length > 0 ? maxCaption : maxText
  const tooLong = body.length > limit
  const blocked = items.some(({ problem }) => problem !== null)
  const canSend = (body !== '' || items.length > 0) && !tooLong && !blocked

  const change = (edit: Change) => {
    const field = input.current
    if (!field) return
    const next = edit({ text: field.value, start: field.selectionStart, end: field.selectionEnd })
    selection.current = { start: next.start, end: next.end }
    setText(next.text)
  }

  const send = () => {
    // The field itself is read: a second Enter before the next render finds it empty.
    const field = input.current
    const current = field?.value.trim() ?? ''
    const files = items.filter(({ key }) => !taken.current.has(key))
    if (!canSend || (current === '' && files.length === 0)) return
    if (field) field.value = ''
    const quoted = replyTo && { id: replyTo.id, type: replyTo.type, body: replyTo.body, direction: replyTo.direction }
    const reply = replyTo ? { replyToId: replyTo.id } : {}
    if (files.length === 0) {
      outbox.add({ conversationId, text: current, quoted, draft: { type: 'text', body: current, ...reply } })
    }
    files.forEach(({ key, file, url }, index) => {
      taken.current.add(key)
      const caption = index === 0 ? current : ''
      const draft = { type: 'media', fileId: '', caption, ...(index === 0 ? reply : {}) } as const
      outbox.add({
        conversationId,
        text: caption,
        quoted: index === 0 ? quoted : null,
        file,
        ...(url ? { fileUrl: url } : {}),
        draft,
      })
    })
    attachments.take()
    setText('')
    keepDraft(store, conversationId, '')
    onReplied()
    field?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && replyTo) return onReplied()
    const edit = shortcutChange(event)
    if (edit) {
      event.preventDefault()
      return change(edit)
    }
    if (event.key !== 'Enter') return
    const wanted = event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey)
    if (!wanted) return
    event.preventDefault()
    send()
  }

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attachments.add(files)
  }

  return (
    <form
      className={classes.composer}
      aria-label={t('composer.label', { name: contactName })}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {replyTo ? (
        <div className={classes.replying}>
          <Quote
            quoted={{ id: null, type: replyTo.type, body: replyTo.body, direction: replyTo.direction }}
            name={contactName}
          />
          <ActionIcon size={28} aria-label={t('composer.cancelReply')} onClick={onReplied}>
            <IconX size={17} />
          </ActionIcon>
        </div>
      ) : null}
      <AttachmentTray items={items} onRemove={attachments.remove} />
      <Textarea
        ref={input}
        classNames={{ input: classes.input }}
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        aria-label={t('composer.message')}
        placeholder={items.length > 0 ? t('composer.caption') : t('composer.placeholder')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        error={tooLong}
        aria-invalid={tooLong}
      />
      <div className={classes.bar}>
        <EmojiButton onPick={(emoji) => change((edit) => insertText(edit, emoji))} />
        <FileButton multiple onChange={(files) => attachments.add(files)}>
          {(props) => (
            <Tooltip label={t('attachments.add')}>
              <ActionIcon {...props} size={36} aria-label={t('attachments.add')}>
                <IconPaperclip size={20} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
        <Tooltip label={t('template.open')}>
          <ActionIcon size={36} aria-label={t('template.open')} onClick={onTemplates}>
            <IconTemplate size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <div className={classes.formats}>
          <FormatBar onChange={change} />
        </div>
        <span className={classes.grow} />
        {body.length >= Math.min(countFrom, limit - 100) ? (
          <span className={classes.count} data-over={tooLong || undefined} role={tooLong ? 'alert' : undefined}>
            {body.length} / {limit}
          </span>
        ) : null}
        <EnterMenu
          value={enterSends}
          onChange={(value) => {
            setEnterSends(value)
            keepEnterSends(store, value)
          }}
        />
        <ActionIcon
          type="submit"
          size={40}
          radius="xl"
          variant="filled"
          color="petrol"
          disabled={!canSend}
          aria-label={t('composer.send')}
        >
          <IconSend2 size={20} />
        </ActionIcon>
      </div>
    </form>
  )
}
