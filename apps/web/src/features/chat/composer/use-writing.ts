import type { Message } from '@recado/contracts/messages'
import { useRef, useState } from 'react'
import { maxCaption } from './attachment-rules.ts'
import type { Afterwards } from './outbox.ts'
import type { PlannedFile } from './schedule-form.tsx'
import type { useAttachments } from './use-attachments.ts'
import type { ComposerSend, ToSend } from './use-composer-send.ts'
import type { Field } from './use-field.ts'

const maxText = 4096

type Parts = {
  field: Field
  attachments: ReturnType<typeof useAttachments>
  sending: ComposerSend
  replyTo: Message | null
  signed: boolean
  onReplied: () => void
}

/** A file that is stored already: that of a canned reply. */
export type Ready = { fileId: string; name: string }

/** The person's signature below the words; without one their name before them, in bold, as customers know it from other desks. */
export const signedText = (text: string, { name, signature }: ComposerSend['sign']): string => {
  if (text === '') return text
  return signature === '' ? `*${name}:*\n${text}` : `${text}\n\n${signature}`
}

/** What is in the composer as messages, each file once, and what keeps it from being sent. */
export const useWriting = ({ field, attachments, sending, replyTo, signed, onReplied }: Parts) => {
  const taken = useRef(new Set<string>())
  const [ready, setReady] = useState<Ready | null>(null)
  const [previewUrl, setPreviewUrl] = useState(true)
  const { items } = attachments
  const added = signed ? signedText('.', sending.sign).length - 1 : 0
  const length = field.text.trim().length
  const limit = (items.length > 0 || ready ? maxCaption : maxText) - added
  const tooLong = length > limit || items.some(({ caption }) => caption.length > maxCaption)
  const blocked = items.some(({ problem }) => problem !== null)
  const empty = field.text.trim() === '' && items.length === 0 && ready === null

  const compose = (text: string): ToSend[] => {
    const quoted = replyTo && { id: replyTo.id, type: replyTo.type, body: replyTo.body, direction: replyTo.direction }
    const reply = replyTo ? { replyToId: replyTo.id } : {}
    const files = items.filter(({ key }) => !taken.current.has(key))
    if (ready) return [{ text, quoted, draft: { type: 'media', fileId: ready.fileId, caption: text, ...reply } }]
    if (files.length === 0)
      return text === '' ? [] : [{ text, quoted, draft: { type: 'text', body: text, previewUrl, ...reply } }]
    return files.map(({ key, file, url, caption: own }, index) => {
      taken.current.add(key)
      const caption = own.trim() || (index === 0 ? text : '')
      const draft = { type: 'media', fileId: '', caption, ...(index === 0 ? reply : {}) } as const
      return { text: caption, quoted: index === 0 ? quoted : null, file, draft, ...(url && { fileUrl: url }) }
    })
  }

  const send = (afterwards?: Afterwards): void => {
    // The field itself is read: a second Enter before the next render finds it empty.
    const node = field.input.current
    if (empty || tooLong || blocked || !node) return
    const written = node.value.trim()
    sending.guarded(() => {
      const messages = compose(signed ? signedText(written, sending.sign) : written)
      const last = messages.at(-1)
      if (!last) return
      if (afterwards) last.afterwards = afterwards
      sending.put(messages)
      attachments.take()
      setReady(null)
      setPreviewUrl(true)
      field.clear()
      onReplied()
      node.focus()
    })
  }
  /** What stands beside the words, for a message that is planned. */
  const files: PlannedFile[] = ready
    ? [{ key: ready.fileId, name: ready.name, file: null, fileId: ready.fileId, caption: '' }]
    : items.map(({ key, file, caption }) => ({ key, name: file.name, file, fileId: null, caption }))
  const letFilesGo = () => {
    attachments.take()
    setReady(null)
  }
  const canSend = !empty && !tooLong && !blocked
  const state = { canSend, empty, tooLong, blocked, length, maxText: limit }
  return { ...state, send, files, letFilesGo, ready, setReady, previewUrl, setPreviewUrl }
}
