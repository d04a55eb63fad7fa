import { useRef, useState } from 'react'
import type { IMessage } from '../../client/wire.ts'
import { useIsomorphicLayoutEffect } from '../use-isomorphic-layout-effect.ts'

/**
 * How a list changed before the first item that stayed: how many items arrived there, how many are gone, and how many
 * there are from that item on.
 */
export function changeAtStart(before: readonly IMessage[], after: readonly IMessage[]) {
  if (before[0]?._id === after[0]?._id) return { arrived: 0, gone: 0, rest: after.length }
  const places = new Map(after.map(({ _id }, place) => [_id, place]))
  const gone = before.findIndex(({ _id }) => places.has(_id))
  const arrived = places.get(before[gone]?._id ?? '')
  if (arrived === undefined) return { arrived: 0, gone: 0, rest: after.length }
  return { arrived, gone, rest: after.length - arrived }
}

/**
 * Keeps what is being read in its place when items before it arrive or go. The virtual list can do that for a change at
 * its start alone (`isShifted`, for this very render): what was also added to its end is shown in a second render.
 * `missed` counts what arrived and no one has scrolled up to.
 */
export function useArrivals(items: readonly IMessage[], isScrolled: () => boolean) {
  const last = useRef(items)
  const [missed, setMissed] = useState(0)
  const [, renderAgain] = useState<readonly IMessage[]>()
  const isReading = last.current !== items && isScrolled()
  const { arrived, gone, rest } = isReading ? changeAtStart(last.current, items) : { arrived: 0, gone: 0, rest: 0 }
  const restBefore = last.current.length - gone
  const isShifted = arrived !== gone && rest >= restBefore
  const shown = isShifted && rest > restBefore ? items.slice(0, arrived + restBefore) : items
  useIsomorphicLayoutEffect(() => {
    if (last.current === shown) return
    last.current = shown
    if (arrived > 0) setMissed((count) => count + arrived)
    if (shown !== items) renderAgain(shown)
  })
  return { shown, isShifted, missed: Math.min(missed, items.length), clear: () => setMissed(0) }
}
