import { useCallback, useMemo } from 'react'
import { type Attachment, asDocument, attachmentOf, maxAttachments } from './attachment-rules.ts'
import { useKept } from './kept.ts'

const none: readonly Attachment[] = []
const areSome = (items: readonly Attachment[]) => items.length > 0

/** The files chosen for the next message of a conversation. `take` hands them over and forgets them. */
export const useAttachments = (conversationId: string) => {
  const [items, setItems] = useKept(conversationId, 'files', none, areSome)
  const add = useCallback(
    (files: Iterable<File>) => {
      const added = [...files].map((file) => attachmentOf(file, crypto.randomUUID()))
      setItems((now) => [...now, ...added].slice(0, maxAttachments))
    },
    [setItems],
  )
  const remove = useCallback(
    (key: string) => {
      setItems((now) => {
        const gone = now.find((item) => item.key === key)
        if (gone?.url) URL.revokeObjectURL(gone.url)
        return now.filter((item) => item.key !== key)
      })
    },
    [setItems],
  )
  const caption = useCallback(
    (key: string, text: string) =>
      setItems((now) => now.map((item) => (item.key === key ? { ...item, caption: text } : item))),
    [setItems],
  )
  const toDocument = useCallback(
    (key: string) => setItems((now) => now.map((item) => (item.key === key ? asDocument(item) : item))),
    [setItems],
  )
  const take = useCallback(() => setItems(none), [setItems])
  return useMemo(
    () => ({ items, add, remove, caption, toDocument, take }),
    [items, add, remove, caption, toDocument, take],
  )
}
