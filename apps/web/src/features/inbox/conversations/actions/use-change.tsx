import type { EndpointResponse } from '@recado/contracts/endpoint'
import type { ConversationSummary, listAssignees } from '@recado/contracts/inbox/conversations'
import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { toastError, toastInfo } from '#web/lib/ui/toasts.ts'
import { chatSettingsQuery } from '#web/queries/company-settings.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { assigneesKey, keepSummary, keys } from '../api.ts'
import { useChatPlace, useOutbox } from '../chat-context.tsx'
import { readHeldAgain, releaseOwn } from '../held.ts'
import { belongs, type ListData } from '../list-cache.ts'
import { type Change, comesAfterMessages, inverseOf, type Known, putsAside, sendChange, withChange } from './changes.ts'

const undoMilliseconds = 8000

/** As long as what follows from it, the survey, has not gone out; its own undo stays in the conversation. */
export const undoTime = (queryClient: QueryClient, change: Change): number => {
  const settings = queryClient.getQueryData(chatSettingsQuery.queryKey)?.settings
  const asks = change.type === 'status' && change.survey && settings?.csat.enabled
  return asks && settings.undoSeconds > 0 ? settings.undoSeconds * 1000 : undoMilliseconds
}

/** A message that was to go out before the change came back to its author instead. */
class CameBack extends Error {
  readonly reason: string
  readonly colleague: string | null
  constructor({ returned }: HeldMessage) {
    super('A message came back')
    this.reason = returned?.reason ?? 'refused'
    this.colleague = returned?.by ?? null
  }
}

type People = EndpointResponse<typeof listAssignees>

/** Names for optimistic changes, of what has been read already. */
const knownNow = (queryClient: QueryClient, me: Known['people'][number]): Known => ({
  people: [
    ...queryClient.getQueriesData<People>({ queryKey: assigneesKey }).flatMap(([, page]) => page?.data ?? []),
    me,
  ],
  teams: queryClient.getQueryData(teamsQuery.queryKey)?.data ?? [],
})

const saying = (change: Change): string | null => {
  if (change.type === 'snooze') return 'actions.snoozed'
  if (change.type === 'status' && change.status === 'resolved') return 'actions.resolved'
  return change.type === 'assign' ? 'actions.given' : null
}

/**
 * Changes a conversation: applied optimistically, confirmed by the response, rolled back on failure. Setting
 * the open conversation aside opens the next one, and undoing that returns to it; any other change keeps it open.
 */
export const useChange = (): ((item: ConversationSummary, change: Change) => Promise<boolean>) => {
  const queryClient = useQueryClient()
  const { t, i18n } = useTranslation('inbox/conversations')
  const { user } = useSignedIn()
  const place = useChatPlace()
  const outbox = useOutbox()
  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  })
  const offerUndo = useUndoToast()

  const run = useCallback(
    async (before: ConversationSummary, change: Change, quiet = false): Promise<boolean> => {
      const { filter, reader, openId, advance, comeBack } = latest.current
      const me = { id: user.id, name: user.name, avatarUrl: user.avatar_url }
      const lists = queryClient.getQueriesData<ListData>({ queryKey: keys.lists })
      const detail = queryClient.getQueryData(keys.detail(before.id))
      await queryClient.cancelQueries({ queryKey: keys.detail(before.id) })
      const after = withChange(before, change, knownNow(queryClient, me))
      const leaves = belongs(filter, before, reader) && !belongs(filter, after, reader)
      const isOpen = openId === before.id
      const wentOn = leaves && isOpen && putsAside(change)
      const nextId = wentOn ? advance(before.id) : null
      keepSummary(queryClient, after, reader)
      try {
        if (comesAfterMessages(change)) await outbox.settle(before.id)
        const [back] = putsAside(change) ? await releaseOwn(queryClient, before.id, user.id) : []
        if (back) throw new CameBack(back)
        const settled = await sendChange(before.id, change)
        keepSummary(queryClient, settled, reader)
        // A macro may end by resolving or snoozing the conversation.
        if (change.type === 'macro' && isOpen && settled.status !== before.status && !belongs(filter, settled, reader))
          advance(before.id)
      } catch (error) {
        for (const [key, data] of lists) queryClient.setQueryData(key, data)
        if (detail) queryClient.setQueryData(keys.detail(before.id), detail)
        if (wentOn) comeBack(before.id, nextId)
        void queryClient.invalidateQueries({ queryKey: keys.lists })
        if (error instanceof ApiError && [404, 409].includes(error.status))
          void queryClient.invalidateQueries({ queryKey: keys.detail(before.id) })
        if (error instanceof CameBack)
          toastInfo(t(`held.${error.reason}`, { name: error.colleague ?? t('held.somebody') }))
        else toastError(i18n, error)
        return false
      }
      const inverse = inverseOf(before, change)
      const said = saying(change)
      if (inverse && said && leaves && !quiet)
        offerUndo({
          message: t(said, { name: before.contact.displayName }),
          milliseconds: undoTime(queryClient, change),
          undo: () => {
            if (wentOn) comeBack(before.id, nextId)
            void run(after, inverse, true).then(() => queryClient.invalidateQueries({ queryKey: keys.lists }))
          },
        })
      if (change.type === 'macro') {
        void queryClient.invalidateQueries({ queryKey: keys.messages(before.id) })
        void readHeldAgain(queryClient, before.id)
      }
      return true
    },
    [queryClient, user, i18n, t, offerUndo, outbox],
  )
  return useCallback((item, change) => run(item, change), [run])
}
