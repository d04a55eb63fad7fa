import type { ConversationSummary } from '@recado/contracts/conversations'
import type { Message } from '@recado/contracts/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { deskSettingsQuery } from '../../../lib/desk-queries.ts'
import { useSignedIn } from '../../../lib/session.ts'
import { keys } from '../api.ts'
import { useOutbox } from '../chat-context.tsx'
import type { MessageCache } from '../message-cache.ts'
import type { Afterwards, Outgoing, OutgoingDraft } from './outbox.ts'

/** An answer of a colleague younger than this asks before another goes out (milliseconds). */
const collisionTime = 10_000

export type ToSend = {
  draft: OutgoingDraft
  text: string
  quoted?: Outgoing['quoted']
  file?: File
  fileUrl?: string
  afterwards?: Afterwards
}

/** Who of the others answered just now; null when nobody did. */
export const answeredJustNow = (messages: readonly Message[], userId: string, now: number): string | null => {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (!message || now - Date.parse(message.occurredAt) > collisionTime) return null
    if (message.direction === 'out' && message.author && message.author.id !== userId) return message.author.name
  }
  return null
}

/**
 * Puts messages into the outbox, held so long that they can be taken back. When a colleague answered just now it asks
 * once: `asking` names them until `confirm` or `cancel`.
 */
export const useComposerSend = ({ id }: ConversationSummary) => {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const { user } = useSignedIn()
  const { data } = useQuery(deskSettingsQuery)
  const hold = data?.settings.undoSeconds ?? 0
  const [asking, setAsking] = useState<string | null>(null)
  const waiting = useRef<(() => void) | null>(null)

  const put = (items: readonly ToSend[]): void => {
    for (const item of items) outbox.add({ conversationId: id, ...item }, hold)
  }
  /** Runs a sending, after asking where needed. Answers whether it ran at once. */
  const guarded = (run: () => void): boolean => {
    const messages = queryClient.getQueryData<MessageCache>(keys.messages(id))?.messages ?? []
    const colleague = answeredJustNow(messages, user.id, Date.now())
    if (!colleague) {
      run()
      return true
    }
    waiting.current = run
    setAsking(colleague)
    return false
  }
  const finish = (go: boolean): void => {
    setAsking(null)
    const run = waiting.current
    waiting.current = null
    if (go) run?.()
  }
  const sign = { name: user.name, signature: user.preferences.signature }
  return { put, guarded, asking, confirm: () => finish(true), cancel: () => finish(false), hold, sign }
}
export type ComposerSend = ReturnType<typeof useComposerSend>
