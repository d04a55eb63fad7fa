import { ActionIcon, Textarea } from '@mantine/core'
import type { Message } from '@recado/contracts/conversations'
import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutbox } from '../chat-context.tsx'
import { browserStore, keepDraft, keepEnterSends, readDraft, readEnterSends } from '../drafts.ts'
import { Quote } from '../timeline/quote.tsx'
import { type Attachment, maxCaption } from './attachment-rules.ts'
import { AttachmentTray } from './attachment-tray.tsx'
import classes from './composer.module.css'
import { ComposerBar } from './composer-bar.tsx'
import { type Change, shortcutChange } from './format-bar.tsx'
import type { useAttachments } from './use-attachments.ts'

const maxText = 4096

type Props = {
  conversationId: string
  contactName: string
  replyTo: Message | null
  onReplied: () => void
  attachments: ReturnType<typeof useAttachments>
  onTemplates: () => void
}

/** Puts a text or files into the outbox, each file once; answers whether there was anything to send. */
const useSending = (conversationId: string, items: readonly Attachment[]) => {
  const outbox = useOutbox()
  const taken = useRef(new Set<string>())
  return (text: string, replyTo: Message | null): boolean => {
    const files = items.filter(({ key }) => !taken.current.has(key))
    if (text === '' && files.length === 0) return false
    const quoted = replyTo && { id: replyTo.id, type: replyTo.type, body: replyTo.body, direction: replyTo.direction }
    const reply = replyTo ? { replyToId: replyTo.id } : {}
    if (files.length === 0) {
      outbox.add({ conversationId, text, quoted, draft: { type: 'text', body: text, ...reply } })
    }
    files.forEach(({ key, file, url }, index) => {
      taken.current.add(key)
      const first = index === 0
      const caption = first ? text : ''
      const draft = { type: 'media', fileId: '', caption, ...(first ? reply : {}) } as const
      const more = url ? { fileUrl: url } : {}
      outbox.add({ conversationId, text: caption, quoted: first ? quoted : null, file, draft, ...more })
    })
    return true
  }
}

/** Where a member writes: text with formatting, emoji, files, an answer to a message. */
export const TextComposer = ({ conversationId, contactName, replyTo, onReplied, attachments, onTemplates }: Props) => {
  const { t } = useTranslation('chat')
  const [store] = useState(browserStore)
  const [text, setText] = useState(() => readDraft(store, conversationId))
  const [enterSends, setEnterSends] = useState(() => readEnterSends(store))
  const input = useRef<HTMLTextAreaElement>(null)
  const selection = useRef<{ start: number; end: number } | null>(null)
  const { items } = attachments
  const putInOutbox = useSending(conversationId, items)

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
    if (!canSend || !field) return
    if (!putInOutbox(field.value.trim(), replyTo)) return
    field.value = ''
    attachments.take()
    setText('')
    keepDraft(store, conversationId, '')
    onReplied()
    field.focus()
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
      <ComposerBar
        length={body.length}
        limit={limit}
        canSend={canSend}
        enterSends={enterSends}
        onEnterSends={(value) => {
          setEnterSends(value)
          keepEnterSends(store, value)
        }}
        onChange={change}
        onFiles={attachments.add}
        onTemplates={onTemplates}
      />
    </form>
  )
}
