import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { focusedElement } from '../floating/focus.ts'

/** Where a key leads in a feed: Page keys to the neighbours, Home and End to the ends. */
export function feedMove(key: string, index: number, count: number): number | null {
  const targets: Record<string, number> = { PageDown: index + 1, PageUp: index - 1, Home: 0, End: count - 1 }
  const target = targets[key]
  return target === undefined ? null : Math.min(count - 1, Math.max(0, target))
}

/**
 * Moves the focus between the articles of a virtual list. The row that has it stays in the document while it is
 * scrolled away; when it is removed, the focus goes to the row that takes its place.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: RefObject<VirtualizerHandle | null>,
  ids: string[],
) {
  const [focused, setFocused] = useState<{ id: string; index: number; moves: number } | null>(null)
  const index = focused ? ids.indexOf(focused.id) : -1
  const moved = useRef(0)

  const articleAt = (position: number) =>
    list.current?.querySelector<HTMLElement>(`[role="article"][aria-posinset="${position + 1}"]`)

  const moves = focused?.moves ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move takes the focus, not a change of the list
  useEffect(() => {
    if (moves === moved.current || index < 0) return
    moved.current = moves
    return focusWhenShown(() => articleAt(index))
  }, [moves, index])

  const isGone = focused !== null && index < 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the row is gone
  useEffect(() => {
    if (!isGone) return
    const holder = list.current && focusedElement(list.current)
    if (holder && holder !== document.body) return setFocused(null)
    const next = Math.min(focused.index, ids.length - 1)
    const id = ids[next]
    setFocused(id === undefined ? null : { id, index: next, moves: focused.moves + 1 })
    if (id === undefined) list.current?.focus({ preventScroll: true })
  }, [isGone])

  const moveTo = (to: number) => {
    const id = ids[to]
    if (id === undefined) return
    rows.current?.scrollToIndex(to, { align: 'nearest' })
    setFocused((before) => ({ id, index: to, moves: (before?.moves ?? moved.current) + 1 }))
  }

  return {
    moveTo,
    kept: index < 0 ? [] : [index],
    onFocus(event: { target: EventTarget }) {
      const position = positionOf(event.target)
      const id = ids[position]
      if (id !== undefined) setFocused((before) => ({ id, index: position, moves: before?.moves ?? moved.current }))
    },
    onBlur(event: { currentTarget: Element; relatedTarget: EventTarget | null }) {
      const next = event.relatedTarget
      if (next instanceof Node && !event.currentTarget.contains(next)) setFocused(null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const from = positionOf(event.target)
      const to = feedMove(event.key, from, ids.length)
      if (to === null || from < 0) return
      event.preventDefault()
      moveTo(to)
    },
  }
}

/** A row that was just made stays hidden, and takes no focus, until it was measured: some frames later at most. */
function focusWhenShown(find: () => HTMLElement | null | undefined): () => void {
  let frame = 0
  const attempt = (left: number) => {
    const element = find()
    element?.focus({ preventScroll: true })
    if (left > 0 && !(element && focusedElement(element) === element))
      frame = requestAnimationFrame(() => attempt(left - 1))
  }
  attempt(30)
  return () => cancelAnimationFrame(frame)
}

function positionOf(target: EventTarget): number {
  const article = target instanceof Element ? target.closest('[role="article"], article') : null
  return Number(article?.getAttribute('aria-posinset') ?? 0) - 1
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
