import { bulkLimit } from '@recado/contracts/inbox/conversation-changes'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export type Selected = ReadonlyMap<string, ConversationSummary>
const nothing: Selected = new Map()

const capped = (items: Iterable<readonly [string, ConversationSummary]>): Selected =>
  new Map([...items].slice(0, bulkLimit))

/** Which conversations are chosen for a change together. Kept while the list moves; forgotten when `place` changes. */
export const useSelection = (items: readonly ConversationSummary[], place: unknown) => {
  const [chosen, setChosen] = useState({ place, selected: nothing })
  const selected = chosen.place === place ? chosen.selected : nothing
  const anchor = useRef<string | null>(null)
  const latest = useRef({ items, selected, place })
  useEffect(() => {
    latest.current = { items, selected, place }
  })

  const set = useCallback((next: Selected) => setChosen({ place: latest.current.place, selected: next }), [])

  /** Takes one in or out; with `range` all from the last one touched to it. */
  const toggle = useCallback(
    (id: string, range = false) => {
      const now = latest.current
      const at = now.items.findIndex((item) => item.id === id)
      const item = now.items[at] ?? now.selected.get(id)
      if (!item) return
      const from = now.items.findIndex((other) => other.id === anchor.current)
      anchor.current = id
      if (range && from >= 0 && at >= 0) {
        const span = now.items.slice(Math.min(from, at), Math.max(from, at) + 1)
        return set(capped([...now.selected, ...span.map((one) => [one.id, one] as const)]))
      }
      const next = new Map(now.selected)
      if (!next.delete(id)) next.set(id, item)
      set(capped(next))
    },
    [set],
  )
  const choose = useCallback(
    (all: readonly ConversationSummary[]) => set(capped(all.map((item) => [item.id, item]))),
    [set],
  )
  const clear = useCallback(() => {
    anchor.current = null
    set(nothing)
  }, [set])
  return useMemo(() => ({ selected, toggle, choose, clear }), [selected, toggle, choose, clear])
}
export type Selection = ReturnType<typeof useSelection>
