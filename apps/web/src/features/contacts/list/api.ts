import {
  type ContactChange,
  type ContactSort,
  changeContacts,
  listContactChanges,
  listContacts,
  previewContactChange,
  undoContactChange,
} from '@recado/contracts/contacts/address-book'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastError, toastSuccess } from '#web/lib/ui/toasts.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { contactsKey } from '#web/queries/contacts.ts'

type Filter = Record<string, string>
type Page = { sort: ContactSort | undefined; cursor: string | undefined }

const PAGE = 50

/** A page of contacts; the first one says how many there are. */
export const contactsQuery = (filter: Filter, { sort, cursor }: Page) =>
  queryOptions({
    queryKey: [...contactsKey, 'list', filter, sort ?? null, cursor ?? null],
    queryFn: ({ signal }) =>
      call(
        listContacts,
        {
          query: {
            ...filter,
            ...(sort ? { sort } : {}),
            ...(cursor ? { cursor } : {}),
            count: 'exact' as const,
            limit: PAGE,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** How many contacts filters leave. */
export const countContacts = async (filter: Filter) =>
  (await call(listContacts, { query: { ...filter, count: 'exact', limit: 1 } })).page.total ?? 0

export const previewQuery = (selection: BulkSelection, change: ContactChange) =>
  queryOptions({
    queryKey: [...contactsKey, 'preview', selection, change],
    queryFn: ({ signal }) => call(previewContactChange, { body: { selection, change } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const changesQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...contactsKey, 'changes', cursor ?? null],
    queryFn: ({ signal }) => call(listContactChanges, { query: cursor ? { cursor } : {} }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Takes back a change of many contacts, and says for how many. */
export const useUndoChange = () => {
  const { t, i18n } = useTranslation('contacts/list')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(undoContactChange, { params: { id } }),
    onSuccess: ({ restored, kept }) => {
      const formatted = new Intl.NumberFormat(i18n.language).format(restored)
      const done = t('undo.done', { count: restored, formatted })
      toastSuccess(kept > 0 ? `${done} ${t('undo.kept', { count: kept })}` : done)
    },
    onError: (error) => toastError(i18n, error),
    onSettled: () => client.invalidateQueries({ queryKey: contactsKey }),
  })
}

/** Changes many contacts: says what became of them, and offers to take it back. */
export const useChangeContacts = () => {
  const { t, i18n } = useTranslation('contacts/list')
  const client = useQueryClient()
  const outcome = useBulkOutcome()
  const offerUndo = useUndoToast()
  const undo = useUndoChange()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: { selection: BulkSelection; change: ContactChange }) => call(changeContacts, { body }),
    onSuccess: (done, { change }) => {
      if (done.task || done.skipped.length > 0) outcome.show(done)
      if (done.task || done.changed === 0) return
      const formatted = new Intl.NumberFormat(i18n.language).format(done.changed)
      offerUndo({
        message: t(`done.${change.type}`, { count: done.changed, formatted }),
        undo: () => undo.mutate(done.changeId),
        milliseconds: 12_000,
      })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: contactsKey })
      void client.invalidateQueries({ queryKey: companySettingsKey })
    },
  })
  return { change: mutateAsync, busy: isPending, dialog: outcome.dialog }
}
