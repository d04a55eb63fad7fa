import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import type { Message } from '@recado/contracts/inbox/messages'
import { useMemo, useRef } from 'react'
import { useOutgoing } from '../chat-context.tsx'
import type { Outgoing } from '../composer/outbox.ts'
import { useHeld } from '../held.ts'
import type { MessageCache } from '../message-cache.ts'
import { type FoldedRow, foldGalleries, type GalleryRow } from './gallery-rows.ts'
import { dayKeys, type MessageRow, timelineRows } from './timeline-rows.ts'

export type AnyRow =
  | FoldedRow
  | { kind: 'outgoing'; key: string; item: Outgoing }
  | { kind: 'held'; key: string; held: HeldMessage }
export type Unread = { id: string; count: number } | null

/** Keys of the newest messages of ours, which are no longer on their way. */
const recentKeys = (messages: readonly Message[]): Set<string> =>
  new Set(messages.slice(-200).flatMap(({ clientKey }) => clientKey ?? []))

type Shown = {
  cache: MessageCache
  unread: Unread
  timeZone: string | undefined
  /** Whether what is on its way is shown below. */
  withOutgoing: boolean
}

/** Everything that the timeline of a conversation shows, in order. */
export const useRows = (id: string, { cache, unread, timeZone, withOutgoing }: Shown): AnyRow[] => {
  const outgoing = useOutgoing(id)
  const held = useHeld(id)
  const before = useRef<Map<string, MessageRow>>(new Map())
  const galleries = useRef<Map<string, GalleryRow>>(new Map())
  const dayOf = useMemo(() => dayKeys(timeZone), [timeZone])
  const { messages, hasBefore } = cache
  const rows = useMemo(() => {
    const made = timelineRows(messages, { dayOf, unread, complete: !hasBefore, before: before.current })
    before.current = new Map(
      made.flatMap((row): [string, MessageRow][] => (row.kind === 'message' ? [[row.key, row]] : [])),
    )
    const folded = foldGalleries(made, galleries.current)
    galleries.current = new Map(
      folded.flatMap((row): [string, GalleryRow][] => (row.kind === 'gallery' ? [[row.key, row]] : [])),
    )
    return folded
  }, [messages, hasBefore, unread, dayOf])
  return useMemo(() => {
    if (!withOutgoing || (outgoing.length === 0 && held.length === 0)) return rows
    const known = recentKeys(messages)
    const stays = held.filter(({ clientKey }) => !known.has(clientKey))
    for (const { clientKey } of stays) known.add(clientKey)
    const waiting = outgoing.filter(({ clientKey }) => !known.has(clientKey))
    return [
      ...rows,
      ...stays.map((one) => ({ kind: 'held' as const, key: one.clientKey, held: one })),
      ...waiting.map((item) => ({ kind: 'outgoing' as const, key: item.clientKey, item })),
    ]
  }, [rows, outgoing, held, messages, withOutgoing])
}
