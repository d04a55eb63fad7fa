import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { collisionTime, type HeldMessage } from '@recado/contracts/inbox/held-messages'
import type { Message } from '@recado/contracts/inbox/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSignedIn } from '#web/lib/session/session.ts'
import { keys } from '../api.ts'
import { useOutbox } from '../chat-context.tsx'
import { heldNow } from '../held.ts'
import type { MessageCache } from '../message-cache.ts'
import type { Afterwards, Outgoing, OutgoingDraft } from './outbox.ts'

export type ToSend = {
  draft: OutgoingDraft
  text: string
  quoted?: Outgoing['quoted']
  file?: File
  asDocument?: boolean
  fileUrl?: string
  afterwards?: Afterwards
}

/** The colleague who has just answered; null if none has. */
export const answeredJustNow = (messages: readonly Message[], userId: string, now: number): string | null => {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (!message || now - Date.parse(message.occurredAt) > collisionTime) return null
    if (message.direction === 'out' && message.author && message.author.id !== userId) return message.author.name
  }
  return null
}

type Colleague = { name: string; answering: boolean }

/** Who of the others is answering: what they sent can still be taken back. */
const answeringNow = (held: readonly HeldMessage[], userId: string): string | null =>
  held.find(({ author, state, kind }) => author.id !== userId && state === 'held' && kind !== 'survey')?.author.name ??
  null

/**
 * Puts messages into the outbox. When a colleague is answering or answered just now it asks once: `asking` names them
 * until `confirm` or `cancel`; what is confirmed goes out although they do.
 */
export const useComposerSend = ({ id }: ConversationSummary) => {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const { user } = useSignedIn()
  const [asking, setAsking] = useState<Colleague | null>(null)
  const waiting = useRef<(() => void) | null>(null)
  const anyway = useRef(false)

  const put = (items: readonly ToSend[]): void => {
    for (const item of items) outbox.add({ conversationId: id, ...item, anyway: anyway.current })
  }
  const colleagueNow = (): Colleague | null => {
    const answering = answeringNow(heldNow(queryClient, id), user.id)
    if (answering) return { name: answering, answering: true }
    const messages = queryClient.getQueryData<MessageCache>(keys.messages(id))?.messages ?? []
    const answered = answeredJustNow(messages, user.id, Date.now())
    return answered ? { name: answered, answering: false } : null
  }
  /** Runs a sending, after asking where needed. Answers whether it ran at once. */
  const guarded = (run: () => void): boolean => {
    const colleague = colleagueNow()
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
    if (!go) return
    anyway.current = true
    run?.()
    anyway.current = false
  }
  const sign = { name: user.name, signature: user.preferences.signature }
  return { put, guarded, asking, confirm: () => finish(true), cancel: () => finish(false), sign }
}
export type ComposerSend = ReturnType<typeof useComposerSend>
