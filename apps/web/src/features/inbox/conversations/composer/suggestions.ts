import { type KeyboardEvent, useMemo, useState } from 'react'
import { insertText } from './text-marks.ts'
import type { Field } from './use-field.ts'

const signs = { slash: /(?:^|\s)\/([\p{L}\p{N}_-]{0,40})$/u, at: /(?:^|\s)@([\p{L}\p{N}._-]{0,40})$/u } as const

/** The word being typed after a sign, before the cursor; null when there is none. */
export const wordAfter = (sign: keyof typeof signs, text: string, cursor: number): string | null =>
  signs[sign].exec(text.slice(0, cursor))?.[1] ?? null

export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * What is suggested for the word after a sign at the cursor: the arrow keys move, Enter or Tab choose, Escape puts the
 * suggestions away for that word. `onKeyDown` answers whether it took the key.
 */
export const useSuggestions = <T>(
  field: Field,
  sign: keyof typeof signs,
  find: (word: string) => readonly T[],
  onPick: (item: T) => void,
) => {
  const [cursor, setCursor] = useState(0)
  const [at, setAt] = useState(0)
  const [putAway, setPutAway] = useState<string | null>(null)
  const word = wordAfter(sign, field.text, cursor)
  const items = useMemo(() => (word === null ? [] : find(word)), [word, find])
  const opened = word !== null && word !== putAway && items.length > 0
  /** A search without results. */
  const nothing = word !== null && word !== putAway && items.length === 0
  const active = Math.min(at, items.length - 1)

  /** Follows the cursor. Called on a change too, lest each key render twice: once for its text, once for the cursor. */
  const onSelect = (): void => {
    const next = field.input.current?.selectionStart ?? 0
    if (next === cursor) return
    setCursor(next)
    setAt(0)
  }
  /** Replaces the sign and its word. */
  const put = (text: string): void =>
    field.change((edit) => insertText({ ...edit, start: edit.start - (word?.length ?? 0) - 1, end: edit.start }, text))

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (nothing && event.key === 'Escape') {
      setPutAway(word)
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    if (!opened) return false
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const to = moves[event.key]
    const item = items[active]
    if (to !== undefined) setAt((to + items.length) % items.length)
    else if (event.key === 'Escape') setPutAway(word)
    else if ((event.key === 'Enter' || event.key === 'Tab') && item) onPick(item)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { opened, nothing, items, active, put, onSelect, onKeyDown, pick: onPick }
}
