import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useEffect, useRef } from 'react'
import type { ChatPlace } from '../chat-context.tsx'
import { browserStore, readDraft } from '../drafts.ts'
import { belongs } from '../list-cache.ts'

/**
 * Goes on to the next conversation when the open one is taken out of the list: resolved, put aside or given to somebody
 * else. What became mine stays, and so does what something has been written for.
 */
export const useLeaving = (open: ConversationSummary | undefined, place: ChatPlace): void => {
  const before = useRef<{ id: string; filter: ChatPlace['filter']; inside: boolean } | null>(null)
  const { filter, reader, advance } = place
  useEffect(() => {
    if (!open) {
      before.current = null
      return
    }
    const known = before.current
    const inside = belongs(filter, open, reader)
    const wasInside = known?.id === open.id && known.filter === filter && known.inside
    before.current = { id: open.id, filter, inside }
    if (!wasInside || inside) return
    const becameMine = open.status === 'open' && open.assignee?.id === reader.userId
    if (!becameMine && readDraft(browserStore(), open.id) === '') advance(open.id)
  }, [open, filter, reader, advance])
}
