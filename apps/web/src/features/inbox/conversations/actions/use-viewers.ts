import type { ConversationViewers } from '@recado/contracts/realtime'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSocketClient, useSocketStatus } from '#web/lib/realtime/socket.ts'
import { useSignedIn } from '#web/lib/session/session.ts'

export type Viewer = ConversationViewers['viewers'][number]

/** How long a member counts as typing after their last key, in milliseconds. */
const typingPause = 5000
const noViewers: readonly Viewer[] = []

/**
 * Tells colleagues that this conversation is open here, and who of them has it open too. `noteTyping` is called on
 * every key. A hidden tab views nothing, and nor does one that may not (`on`).
 */
export const useViewers = (
  conversationId: string,
  on: boolean,
): { viewers: readonly Viewer[]; noteTyping: () => void } => {
  const client = useSocketClient()
  const status = useSocketStatus()
  const { user } = useSignedIn()
  const [viewers, setViewers] = useState(noViewers)
  const typing = useRef<ReturnType<typeof setTimeout> | null>(null)

  const say = useCallback(
    (shown = document.visibilityState === 'visible') =>
      client.send('viewing', { conversationId: shown ? conversationId : null, typing: typing.current !== null }),
    [client, conversationId],
  )

  useEffect(
    () =>
      client.onViewers((state) => {
        if (state.conversationId !== conversationId) return
        const others = state.viewers.filter(({ userId }) => userId !== user.id)
        setViewers(others.length > 0 ? others : noViewers)
      }),
    [client, conversationId, user.id],
  )

  useEffect(() => {
    if (status !== 'connected' || !on) return setViewers(noViewers)
    const onVisible = () => say()
    say()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      if (typing.current) clearTimeout(typing.current)
      typing.current = null
      say(false)
    }
  }, [status, on, say])

  const noteTyping = useCallback(() => {
    const known = typing.current
    if (known) clearTimeout(known)
    typing.current = setTimeout(() => {
      typing.current = null
      say()
    }, typingPause)
    if (!known) say()
  }, [say])

  return { viewers, noteTyping }
}
