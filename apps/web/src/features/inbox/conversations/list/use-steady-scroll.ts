import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** What stands at the top edge stays there while the list changes above it; at the very top the newest come in view. */
export const useSteadyScroll = (
  list: RefObject<VirtualizerHandle | null>,
  items: readonly ConversationSummary[],
): { noteScroll: () => void } => {
  const anchor = useRef<{ id: string; delta: number } | null>(null)
  const shown = useRef(items)

  const noteScroll = () => {
    const view = list.current
    if (!view) return
    if (view.scrollOffset < 8) {
      anchor.current = null
      return
    }
    const index = view.findItemIndex(view.scrollOffset)
    const item = shown.current[index]
    anchor.current = item ? { id: item.id, delta: view.scrollOffset - view.getItemOffset(index) } : null
  }

  useLayoutEffect(() => {
    if (shown.current === items) return
    shown.current = items
    const held = anchor.current
    const view = list.current
    if (!held || !view) return
    const index = items.findIndex(({ id }) => id === held.id)
    if (index < 0) return
    const wanted = view.getItemOffset(index) + held.delta
    if (Math.abs(wanted - view.scrollOffset) > 1) view.scrollTo(wanted)
  }, [items, list])

  return { noteScroll }
}
