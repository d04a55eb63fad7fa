import { useEffect, useRef, useState } from 'react'
import type { IMessage } from '../../client/wire.ts'

/** How many items came before the one that was first; −1 when that one is gone. */
export function arrivedBefore(before: readonly IMessage[], after: readonly IMessage[]): number {
  const first = before[0]
  return first ? after.findIndex(({ _id }) => _id === first._id) : 0
}

/**
 * Watches what arrives at the top of a list. `isShifted` says that the list grew at its start in this very render while
 * something further down is being read, `missed` how many of those nobody has scrolled up to.
 */
export function useArrivals(items: readonly IMessage[], isScrolled: () => boolean) {
  const before = useRef(items)
  const [missed, setMissed] = useState(0)
  const arrived = before.current === items ? 0 : arrivedBefore(before.current, items)
  const isShifted = arrived > 0 && isScrolled()
  useEffect(() => {
    if (before.current === items) return
    before.current = items
    if (isShifted) setMissed((count) => count + arrived)
  })
  return { isShifted, missed: Math.min(missed, items.length), clear: () => setMissed(0) }
}
