import { takeNextConversation } from '@recado/contracts/inbox/conversations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import { conversationCountsKey } from '#web/queries/conversation-counts.ts'
import { keys } from '../api.ts'

/** Takes the longest waiting conversation of the member's queues and opens it, on request with the composer focused. */
export const useTakeNext = (teamId: string | undefined, onOpen: (id: string, toWrite: boolean) => void) => {
  const { t } = useTranslation('inbox/conversations')
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (_toWrite: boolean) => call(takeNextConversation, { body: teamId ? { teamId } : {} }),
    onSuccess: ({ conversation }, toWrite) => {
      if (!conversation) return toastInfo(t('list.nobodyWaits'), 'nobody-waits')
      onOpen(conversation.id, toWrite)
      void queryClient.invalidateQueries({ queryKey: keys.lists })
      void queryClient.invalidateQueries({ queryKey: conversationCountsKey })
    },
  })
  return { take: () => mutate(false), takeToWrite: () => mutate(true), taking: isPending }
}
