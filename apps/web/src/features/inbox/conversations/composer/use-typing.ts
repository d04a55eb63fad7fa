import { showTyping } from '@recado/contracts/inbox/messages'
import { useCallback, useRef } from 'react'
import { call } from '#web/lib/api/api.ts'

/** WhatsApp shows the sign for 25 seconds at most: it is given again before it goes out (milliseconds). */
const again = 20_000

/** Shows the customer a typing indicator, at a limited rate. */
export const useTyping = (conversationId: string) => {
  const last = useRef(0)
  return useCallback(
    (text: string): void => {
      if (text.trim() === '') return
      const now = Date.now()
      if (now - last.current < again) return
      last.current = now
      // A sign that could not be given is no loss: the next key gives it again.
      void call(showTyping, { params: { id: conversationId } }).catch(() => undefined)
    },
    [conversationId],
  )
}
