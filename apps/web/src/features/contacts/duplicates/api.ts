import { decideDuplicatePairs, listDuplicatePairs, mostDecisions } from '@recado/contracts/contacts/duplicates'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import { call } from '#web/lib/api/api.ts'
import { contactsKey } from '#web/queries/contacts.ts'

export const duplicatePairsKey = ['duplicate-pairs'] as const

/** The likeliest pairs, with how many there are. */
export const duplicatePairsQuery = queryOptions({
  queryKey: [...duplicatePairsKey, 'queue'],
  queryFn: ({ signal }) => call(listDuplicatePairs, { query: { count: 'exact', limit: 50 } }, { signal }),
})

/** How many pairs wait, for the menu. */
export const duplicateCountQuery = queryOptions({
  queryKey: [...duplicatePairsKey, 'count'],
  queryFn: async ({ signal }) =>
    (await call(listDuplicatePairs, { query: { count: 'exact', limit: 1 } }, { signal })).page.total ?? 0,
  staleTime: 300_000,
  meta: { quiet: true },
})

type Decision = { ids: readonly string[]; state: 'dismissed' | 'open' }

/** Says of pairs that they are two people, and offers to take it back. */
export const useDismiss = () => {
  const { t } = useTranslation('contacts/duplicates')
  const client = useQueryClient()
  const offerUndo = useUndoToast()
  const decide = useMutation({
    mutationFn: async ({ ids, state }: Decision) => {
      for (let at = 0; at < ids.length; at += mostDecisions)
        await call(decideDuplicatePairs, { body: { ids: ids.slice(at, at + mostDecisions), state } })
    },
    onSettled: () =>
      Promise.all([duplicatePairsKey, contactsKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  return {
    busy: decide.isPending,
    dismiss: (ids: readonly string[], on: { done: () => void; undone: () => void }) =>
      decide.mutate(
        { ids, state: 'dismissed' },
        {
          onSuccess: () => {
            on.done()
            offerUndo({
              message: t('dismissed', { count: ids.length }),
              undo: () => {
                on.undone()
                decide.mutate({ ids, state: 'open' })
              },
              milliseconds: 12_000,
            })
          },
        },
      ),
  }
}
