import { type Message, textLimit } from '@recado/contracts/inbox/messages'
import type { MediaKind } from '@recado/contracts/whatsapp/media-rules'
import { useRef } from 'react'
import { placeWords } from './attachment-rules.ts'
import { useKept } from './kept.ts'
import type { Afterwards, OutgoingDraft } from './outbox.ts'
import type { PlannedFile } from './schedule-form.tsx'
import type { useAttachments } from './use-attachments.ts'
import type { ComposerSend, ToSend } from './use-composer-send.ts'
import type { Field } from './use-field.ts'

type Parts = {
  field: Field
  attachments: ReturnType<typeof useAttachments>
  sending: ComposerSend
  replyTo: Message | null
  signed: boolean
  onReplied: () => void
}

/** A file that is stored already: that of a canned reply, or of a message that was taken back. */
type Ready = { fileId: string; name: string; kind: MediaKind }

/** The person's signature below the words; without one their name before them, in bold, as customers know it from other desks. */
export const signedText = (text: string, { name, signature }: ComposerSend['sign']): string => {
  if (text === '') return text
  return signature === '' ? `*${name}:*\n${text}` : `${text}\n\n${signature}`
}

const noFiles: readonly Ready[] = []

/** What is in the composer as messages, each file once, and what keeps it from being sent. */
export const useWriting = ({ field, attachments, sending, replyTo, signed, onReplied }: Parts) => {
  const taken = useRef(new Set<string>())
  const [ready, setReady] = useKept<readonly Ready[]>(field.conversationId, 'ready', noFiles)
  const [previewUrl, setPreviewUrl] = useKept<boolean>(field.conversationId, 'previewUrl', true)
  const { items } = attachments
  const added = signed ? signedText('.', sending.sign).length - 1 : 0
  const length = field.text.trim().length
  const limit = textLimit - added
  const tooLong = length > limit
  const blocked = items.some(({ problem }) => problem !== null)
  const empty = field.text.trim() === '' && items.length === 0 && ready.length === 0

  /** The files in their order; those that are stored already come first. */
  const chosen: PlannedFile[] = [
    ...ready.map((one) => ({ ...one, key: one.fileId, file: null, url: null, caption: '', asDocument: false })),
    ...items.map(({ key, file, kind, url, caption, asDocument }) => ({
      key,
      name: file.name,
      file,
      fileId: null,
      kind,
      url,
      caption,
      asDocument,
    })),
  ]
  const compose = (text: string): ToSend[] => {
    const quoted = replyTo && { id: replyTo.id, type: replyTo.type, body: replyTo.body, direction: replyTo.direction }
    const reply = replyTo ? { replyToId: replyTo.id } : {}
    const files = chosen.filter(({ key }) => !taken.current.has(key))
    const { apart, captions } = placeWords(text, files)
    const messages: ToSend[] = files.map(({ key, file, fileId, url, asDocument }, index) => {
      taken.current.add(key)
      const caption = captions[index] ?? ''
      const draft = { type: 'media', fileId: fileId ?? '', caption } as const
      return { text: caption, draft, ...(file && { file, asDocument }), ...(url && { fileUrl: url }) }
    })
    if (apart !== null) messages.unshift({ text: apart, draft: { type: 'text', body: apart, previewUrl } })
    const [first, ...rest] = messages
    return first ? [{ ...first, quoted, draft: { ...first.draft, ...reply } as OutgoingDraft }, ...rest] : []
  }

  const send = (afterwards?: Afterwards, onSent?: () => void): void => {
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
      setReady(noFiles)
      setPreviewUrl(true)
      field.clear()
      onReplied()
      node.focus()
      onSent?.()
    })
  }
  const letFilesGo = () => {
    attachments.take()
    setReady(noFiles)
  }
  const addReady = (one: Ready) => setReady((now) => [...now.filter(({ fileId }) => fileId !== one.fileId), one])
  const removeReady = (fileId: string) => setReady((now) => now.filter((one) => one.fileId !== fileId))
  const canSend = !empty && !tooLong && !blocked
  /** Whether words in the field stand under a file, or beside files in a message of their own. */
  const captions = chosen.length > 0 && placeWords(field.text.trim() || '.', chosen).apart === null
  const apart = chosen.length > 0 && length > 0 && !captions
  const state = { canSend, empty, tooLong, blocked, length, maxText: limit, captions, apart }
  return { ...state, send, files: chosen, letFilesGo, ready, addReady, removeReady, previewUrl, setPreviewUrl }
}
