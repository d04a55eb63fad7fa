import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useRef } from 'react'

/** Fields that change with every message and that only lists and the read mark use. */
const passing: ReadonlySet<string> = new Set<keyof ConversationSummary>([
  'lastMessageAt',
  'lastDirection',
  'lastPreview',
  'lastType',
  'lastStatus',
  'unreadCount',
  'waitingSince',
  'version',
])

/** Every customer message moves the end of the window; components that show it can skip small changes. */
const isNear = (a: string | null, b: string | null, tolerance: number): boolean =>
  a === b || (a !== null && b !== null && Math.abs(Date.parse(a) - Date.parse(b)) < tolerance)

const isSteady = (before: ConversationSummary, now: ConversationSummary, tolerance: number): boolean => {
  if (!isNear(before.windowExpiresAt, now.windowExpiresAt, tolerance)) return false
  const known = new Map(Object.entries(before))
  return Object.entries(now).every(
    ([key, value]) => key === 'windowExpiresAt' || passing.has(key) || Object.is(value, known.get(key)),
  )
}

/**
 * A conversation that stays the same object while messages arrive, for components that show none. The end of its window
 * may be off by `tolerance` milliseconds.
 */
export const useSteady = <T extends ConversationSummary | undefined>(conversation: T, tolerance: number): T => {
  const kept = useRef(conversation)
  const before = kept.current
  if (!before || !conversation || !isSteady(before, conversation, tolerance)) kept.current = conversation
  return kept.current
}
