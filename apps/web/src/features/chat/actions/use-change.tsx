import { Button, Group } from '@mantine/core'
import type { ConversationSummary, listAssignees } from '@recado/contracts/conversations'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { teamsQuery } from '../../../lib/desk-queries.ts'
import { useSignedIn } from '../../../lib/session.ts'
import { toasts } from '../../../lib/toast-list.ts'
import { toastError } from '../../../lib/toasts.ts'
import { assigneesKey, keepSummary, keys } from '../api.ts'
import { useChatPlace, useOutbox } from '../chat-context.tsx'
import { belongs, type ListData } from '../list-cache.ts'
import { type Change, comesAfterMessages, type Known, putsAside, sendChange, withChange } from './changes.ts'

const undoMilliseconds = 6000

/** What takes a change back; null where nothing needs to. */
const inverseOf = (before: ConversationSummary, change: Change): Change | null => {
  if (change.type === 'assign') return { type: 'assign', assigneeId: before.assignee?.id ?? null }
  if (!putsAside(change) || before.status === 'resolved') return null
  return before.status === 'snoozed'
    ? { type: 'snooze', until: before.snoozedUntil }
    : { type: 'status', status: 'open', survey: false }
}

const useUndoToast = () => {
  const { t } = useTranslation('chat')
  return useCallback(
    (message: string, undo: () => void) => {
      const id = crypto.randomUUID()
      toasts.show({
        id,
        milliseconds: undoMilliseconds,
        color: 'petrol',
        message: (
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <span>{message}</span>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                toasts.hide(id)
                undo()
              }}
            >
              {t('actions.undo')}
            </Button>
          </Group>
        ),
      })
    },
    [t],
  )
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
 * Changes a conversation: shown at once, settled by the answer, taken back with a word when refused. A change that
 * takes the open conversation out of the list goes on to the next one.
 */
export const useChange = (): ((item: ConversationSummary, change: Change) => Promise<boolean>) => {
  const queryClient = useQueryClient()
  const { t, i18n } = useTranslation('chat')
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
      const { filter, reader, openId, advance } = latest.current
      const me = { id: user.id, name: user.name, avatarUrl: user.avatar_url }
      const lists = queryClient.getQueriesData<ListData>({ queryKey: keys.lists })
      const detail = queryClient.getQueryData(keys.detail(before.id))
      await queryClient.cancelQueries({ queryKey: keys.detail(before.id) })
      const after = withChange(before, change, knownNow(queryClient, me))
      const leaves = belongs(filter, before, reader) && !belongs(filter, after, reader)
      if (leaves && openId === before.id) advance(before.id)
      keepSummary(queryClient, after, reader)
      try {
        if (comesAfterMessages(change)) await outbox.settle(before.id)
        keepSummary(queryClient, await sendChange(before.id, change), reader)
      } catch (error) {
        for (const [key, data] of lists) queryClient.setQueryData(key, data)
        if (detail) queryClient.setQueryData(keys.detail(before.id), detail)
        void queryClient.invalidateQueries({ queryKey: keys.lists })
        if (error instanceof ApiError && [404, 409].includes(error.status))
          void queryClient.invalidateQueries({ queryKey: keys.detail(before.id) })
        toastError(i18n, error)
        return false
      }
      const inverse = inverseOf(before, change)
      const said = saying(change)
      if (inverse && said && leaves && !quiet)
        offerUndo(t(said, { name: before.contact.displayName }), () => {
          void run(after, inverse, true).then(() => queryClient.invalidateQueries({ queryKey: keys.lists }))
        })
      if (change.type === 'macro') void queryClient.invalidateQueries({ queryKey: keys.messages(before.id) })
      return true
    },
    [queryClient, user, i18n, t, offerUndo, outbox],
  )
  return useCallback((item, change) => run(item, change), [run])
}
