import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import { type DraftMode, keepDraft, readDraft } from '../drafts.ts'
import type { Change } from './format-bar.tsx'

/** The text field of a composer: its text, kept as a draft while it is typed, and changes at the cursor. */
export const useField = (conversationId: string, mode: DraftMode) => {
  const [store] = useState(browserStore)
  const [text, setText] = useState(() => readDraft(store, conversationId, mode))
  const input = useRef<HTMLTextAreaElement>(null)
  const selection = useRef<{ start: number; end: number } | null>(null)

  // What was not changed here is not written: another tab may have gone on with it.
  const kept = useRef(text)
  const latest = useRef(text)
  const keep = useCallback(() => {
    if (kept.current === latest.current) return
    kept.current = latest.current
    keepDraft(store, conversationId, latest.current, mode)
  }, [store, conversationId, mode])
  useEffect(() => {
    latest.current = text
    const timer = setTimeout(keep, 250)
    return () => clearTimeout(timer)
  }, [text, keep])
  useEffect(() => keep, [keep])

  useLayoutEffect(() => {
    const place = selection.current
    if (!place || !input.current) return
    selection.current = null
    input.current.focus()
    input.current.setSelectionRange(place.start, place.end)
  })

  const change = (edit: Change): void => {
    const field = input.current
    if (!field) return
    const next = edit({ text: field.value, start: field.selectionStart, end: field.selectionEnd })
    selection.current = { start: next.start, end: next.end }
    setText(next.text)
  }
  /** Leaves the field empty at once: a second Enter before the next render finds nothing. */
  const clear = (): void => {
    if (input.current) input.current.value = ''
    setText('')
    kept.current = ''
    latest.current = ''
    keepDraft(store, conversationId, '', mode)
  }
  /** Puts back what was taken back, before what has been typed since. */
  const restore = (back: string): void => {
    setText((now) => (now.trim() === '' ? back : `${back}\n${now}`))
    input.current?.focus()
  }
  return { conversationId, store, text, setText, input, change, clear, restore }
}
export type Field = ReturnType<typeof useField>
