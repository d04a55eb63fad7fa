import { useEffect, useRef, useState } from 'react'
import type { IMessage } from '../../client/wire.ts'

/**
 * How a list changed before the first item that stayed: how many items arrived there, and by how many it grew there
 * while the rest kept its length.
 */
export function changeAtStart(
  before: readonly IMessage[],
  after: readonly IMessage[],
): { arrived: number; grown: number } {
  if (before[0]?._id === after[0]?._id) return { arrived: 0, grown: 0 }
  const places = new Map(after.map(({ _id }, place) => [_id, place]))
  const stayed = before.findIndex(({ _id }) => places.has(_id))
  const first = before[stayed]
  if (!first) return { arrived: 0, grown: 0 }
  const arrived = places.get(first._id) ?? 0
  const isRestSame = after.length - arrived === before.length - stayed
  return { arrived, grown: isRestSame ? arrived - stayed : 0 }
}

/**
 * Watches what arrives at the top of a list. `isShifted` says that the list changed at its start alone in this very
 * render, while something further down is being read; `missed` how many arrived that nobody has scrolled up to.
 */
export function useArrivals(items: readonly IMessage[], isScrolled: () => boolean) {
  const before = useRef(items)
  const [missed, setMissed] = useState(0)
  const isSame = before.current === items
  const { arrived, grown } = isSame ? { arrived: 0, grown: 0 } : changeAtStart(before.current, items)
  const isReading = !isSame && isScrolled()
  useEffect(() => {
    if (before.current === items) return
    before.current = items
    if (isReading && arrived > 0) setMissed((count) => count + arrived)
  })
  return { isShifted: isReading && grown !== 0, missed: Math.min(missed, items.length), clear: () => setMissed(0) }
}
