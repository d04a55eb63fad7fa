import {
  dismissFailedMessage,
  type Message,
  reactToMessage,
  resendMessage,
  retryMedia as retryDownload,
} from '@recado/contracts/inbox/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastError } from '#web/lib/ui/toasts.ts'
import { fetchMessages, keys } from './api.ts'
import { type MessageCache, withNamed } from './message-cache.ts'
import type { TimelineActions } from './timeline/timeline-actions.ts'

type Ports = Pick<
  TimelineActions,
  'reply' | 'jumpTo' | 'showImage' | 'showDetails' | 'openTemplates' | 'startChat' | 'forward' | 'saveCanned'
>

const forgetUrl = (message: Message): Message =>
  message.media ? { ...message, media: { ...message.media, url: null } } : message

/** What bubbles can ask for in a conversation. `ports` must be stable. */
export const useMessageActions = (conversationId: string, contactName: string, ports: Ports): TimelineActions => {
  const queryClient = useQueryClient()
  const { i18n } = useTranslation()
  const canReply = useCan()('conversations.reply')
  return useMemo(() => {
    const key = keys.messages(conversationId)
    const keep = (messages: readonly Message[]) =>
      queryClient.setQueryData<MessageCache>(key, (known) => (known ? withNamed(known, messages) : known))
    const params = (message: Message) => ({ id: conversationId, messageId: message.id })
    const attempt = (work: () => Promise<unknown>) => void work().catch((error: unknown) => toastError(i18n, error))
    const resends = new Map<string, string>()
    const refresh = async (id: string) => keep(await fetchMessages(conversationId, [id]))
    return {
      conversationId,
      contactName,
      canReply,
      ...ports,
      react: (message, emoji) => {
        const others = message.reactions.filter(({ actor }) => actor !== 'business')
        const own = emoji === '' ? [] : [{ emoji, actor: 'business' as const, actorName: null }]
        keep([{ ...message, reactions: [...others, ...own] }])
        attempt(async () => {
          try {
            await call(reactToMessage, { params: params(message), body: { emoji } })
          } catch (error) {
            keep([message])
            throw error
          }
        })
      },
      resend: (message) => {
        // One key per message: a second click is the same resend.
        const clientKey = resends.get(message.id) ?? crypto.randomUUID()
        resends.set(message.id, clientKey)
        const body = { clientKey, evenIfUnknown: message.status === 'unknown' }
        attempt(async () => {
          keep([await call(resendMessage, { params: params(message), body })])
          await refresh(message.id)
        })
      },
      dismiss: (message) =>
        attempt(async () => {
          await call(dismissFailedMessage, { params: params(message) })
          await refresh(message.id)
        }),
      retryMedia: (message) =>
        attempt(async () => {
          await call(retryDownload, { params: params(message) })
          await refresh(message.id)
        }),
      refreshMedia: (message) =>
        attempt(async () => {
          keep([forgetUrl(message)])
          await refresh(message.id)
        }),
    }
  }, [queryClient, conversationId, contactName, canReply, ports, i18n])
}
