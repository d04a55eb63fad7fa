import type { EndpointResponse } from '@recado/contracts/endpoint'
import { changeConversations } from '@recado/contracts/inbox/conversation-changes'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { conversationCountsKey } from '#web/queries/conversation-counts.ts'
import { type Change, comesAfterMessages, putsAside } from '../actions/changes.ts'
import { keys } from '../api.ts'
import { useOutbox } from '../chat-context.tsx'
import { releaseOwn } from '../held.ts'
import type { Selected } from './use-selection.ts'

type Refused = EndpointResponse<typeof changeConversations>['failed']
/** What became of a change of many: how many went, and which did not for which reason. */
export type BulkOutcome = { done: number; refused: { code: string; items: ConversationSummary[] }[] }

const byReason = (failed: Refused, selected: Selected): BulkOutcome['refused'] => {
  const reasons = new Map<string, ConversationSummary[]>()
  for (const { id, code } of failed) {
    const item = selected.get(id)
    if (item) reasons.set(code, [...(reasons.get(code) ?? []), item])
  }
  return [...reasons].map(([code, items]) => ({ code, items }))
}

/**
 * Does the same to every chosen conversation; the selection ends when all of it went well. What is put aside is so after
 * the messages that were held for it, which would bring it back.
 */
export const useBulkChange = (selected: Selected, clear: () => void) => {
  const queryClient = useQueryClient()
  const { t } = useTranslation('inbox/conversations')
  const outbox = useOutbox()
  const { user } = useSignedIn()
  const [result, setResult] = useState<BulkOutcome | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async (change: Change) => {
      const ids = [...selected.keys()]
      if (comesAfterMessages(change)) await Promise.all(ids.map(outbox.settle))
      if (putsAside(change)) await Promise.all(ids.map((id) => releaseOwn(queryClient, id, user.id)))
      return call(changeConversations, { body: { ids, change } })
    },
    onSuccess: ({ done, failed }, change) => {
      if (failed.length > 0) setResult({ done, refused: byReason(failed, selected) })
      else toastSuccess(t('bulk.done', { count: done }))
      if (failed.length === 0 && change.type !== 'labels') clear()
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keys.lists })
      void queryClient.invalidateQueries({ queryKey: conversationCountsKey })
      void queryClient.invalidateQueries({ queryKey: ['conversations', 'detail'] })
    },
  })
  return { run: mutate, busy: isPending, result, forget: () => setResult(null) }
}
