import type { EndpointResponse } from '@recado/contracts/endpoint'
import { changeConversations } from '@recado/contracts/inbox/conversation-changes'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { toastError, toastInfo, toastSuccess } from '#web/lib/ui/toasts.ts'
import { conversationCountsKey } from '#web/queries/conversation-counts.ts'
import { type Change, comesAfterMessages, inversesOf, putsAside } from '../actions/changes.ts'
import { undoTime } from '../actions/use-change.tsx'
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

const saidOf = (change: Change): string => {
  if (change.type === 'status') return change.status === 'resolved' ? 'resolved' : 'reopened'
  if (change.type === 'read') return change.read ? 'read' : 'unread'
  return change.type
}

/** Undoes a bulk change for the conversations that it changed. */
const useUndoOfMany = (reread: () => void) => {
  const queryClient = useQueryClient()
  const { t, i18n } = useTranslation('inbox/conversations')
  const offer = useUndoToast()
  return (done: readonly ConversationSummary[], change: Change): void => {
    const said = t(`bulk.said.${saidOf(change)}`, { count: done.length })
    const inverses = inversesOf(done, change)
    if (inverses.length === 0) {
      toastSuccess(said)
      return
    }
    const undo = () => {
      const asked = inverses.map((body) => call(changeConversations, { body }))
      Promise.all(asked)
        .then((answers) => {
          const kept = answers.reduce((sum, { failed }) => sum + failed.length, 0)
          if (kept > 0) toastInfo(t('bulk.notUndone', { count: kept }))
        })
        .catch((error: unknown) => toastError(i18n, error))
        .finally(reread)
    }
    offer({ message: said, milliseconds: undoTime(queryClient, change), undo })
  }
}

/**
 * Does the same to every chosen conversation; the selection ends when all of it went well. What is put aside is so after
 * the messages that were held for it, which would bring it back.
 */
export const useBulkChange = (selected: Selected, clear: () => void) => {
  const queryClient = useQueryClient()
  const outbox = useOutbox()
  const { user } = useSignedIn()
  const [result, setResult] = useState<BulkOutcome | null>(null)
  const reread = () => {
    void queryClient.invalidateQueries({ queryKey: keys.lists })
    void queryClient.invalidateQueries({ queryKey: conversationCountsKey })
    void queryClient.invalidateQueries({ queryKey: ['conversations', 'detail'] })
  }
  const offerUndo = useUndoOfMany(reread)
  const { mutate, isPending } = useMutation({
    mutationFn: async (change: Change) => {
      const ids = [...selected.keys()]
      if (comesAfterMessages(change)) await Promise.all(ids.map(outbox.settle))
      if (putsAside(change)) await Promise.all(ids.map((id) => releaseOwn(queryClient, id, user.id)))
      return { before: selected, ...(await call(changeConversations, { body: { ids, change } })) }
    },
    onSuccess: ({ before, done, failed }, change) => {
      const refused = new Set(failed.map(({ id }) => id))
      if (failed.length > 0) setResult({ done, refused: byReason(failed, before) })
      if (done > 0)
        offerUndo(
          [...before.values()].filter(({ id }) => !refused.has(id)),
          change,
        )
      if (failed.length === 0 && change.type !== 'labels') clear()
    },
    onSettled: reread,
  })
  return { run: mutate, busy: isPending, result, forget: () => setResult(null) }
}
