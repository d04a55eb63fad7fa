import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import type { ChatPlace } from '../chat-context.tsx'
import type { Outbox } from '../composer/outbox.ts'
import { readDraft } from '../drafts.ts'
import { belongs } from '../list-cache.ts'

/**
 * Opens the next conversation once the open one is set aside by a message sent here. Changes by other members
 * never close it for the reader, and it stays open while it has further unsent text.
 */
export const useLeaving = (open: ConversationSummary | undefined, place: ChatPlace, outbox: Outbox): void => {
  const { openId, filter, reader, advance } = place
  const outgoing = useSyncExternalStore(outbox.subscribe, () => outbox.items(openId ?? ''))
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (outgoing.some(({ afterwards }) => afterwards)) asked.current = openId ?? null
    if (asked.current !== openId) asked.current = null
  }, [outgoing, openId])
  useEffect(() => {
    if (!open || asked.current !== open.id || belongs(filter, open, reader)) return
    asked.current = null
    if (readDraft(browserStore(), open.id) === '') advance(open.id)
  }, [open, filter, reader, advance])
}
