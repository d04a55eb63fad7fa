import { useCallback, useState } from 'react'
import { type Attachment, attachmentOf, maxAttachments } from './attachment-rules.ts'

/** The files chosen for the next message. `take` hands them over and forgets them. */
export const useAttachments = () => {
  const [items, setItems] = useState<Attachment[]>([])
  const add = useCallback((files: Iterable<File>) => {
    const added = [...files].map((file) => attachmentOf(file, crypto.randomUUID()))
    setItems((now) => [...now, ...added].slice(0, maxAttachments))
  }, [])
  const remove = useCallback((key: string) => {
    setItems((now) => {
      const gone = now.find((item) => item.key === key)
      if (gone?.url) URL.revokeObjectURL(gone.url)
      return now.filter((item) => item.key !== key)
    })
  }, [])
  const caption = useCallback(
    (key: string, text: string) =>
      setItems((now) => now.map((item) => (item.key === key ? { ...item, caption: text } : item))),
    [],
  )
  const take = useCallback(() => setItems([]), [])
  return { items, add, remove, caption, take }
}
