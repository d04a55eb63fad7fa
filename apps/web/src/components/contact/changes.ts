import {
  type ContactChange,
  changeContacts,
  previewContactChange,
  undoContactChange,
} from '@recado/contracts/contacts/address-book'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { contactsKey } from '#web/queries/contacts.ts'
import { useUndoToast } from '../feedback/undo-toast.tsx'
import { useBulkOutcome } from '../table/use-bulk-outcome.tsx'

/** What a change of contacts would come to. */
export const previewQuery = (selection: BulkSelection, change: ContactChange) =>
  queryOptions({
    queryKey: ['contact-change-preview', selection, change],
    queryFn: ({ signal }) => call(previewContactChange, { body: { selection, change } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** Takes back a change of many contacts, and says for how many, or that it has begun. */
export const useUndoChange = () => {
  const { t, i18n } = useTranslation('contacts/list')
  const client = useQueryClient()
  const outcome = useBulkOutcome()
  return useMutation({
    mutationFn: (id: string) => call(undoContactChange, { params: { id } }),
    onSuccess: ({ restored, kept, task }) => {
      if (task) return outcome.show({ done: 0, skipped: [], task })
      const formatted = new Intl.NumberFormat(i18n.language).format(restored)
      const done = t('undo.done', { count: restored, formatted })
      toastSuccess(kept > 0 ? `${done} ${t('undo.kept', { count: kept })}` : done)
    },
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
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: (body: { selection: BulkSelection; change: ContactChange }) => call(changeContacts, { body }),
    onSuccess: (done, { change }) => {
      if (done.task || done.skipped.length > 0) outcome.show(done)
      if (done.task || done.changed === 0) return
      const formatted = new Intl.NumberFormat(i18n.language).format(done.changed)
      const message = t(`done.${change.type}`, { count: done.changed, formatted })
      if (change.type === 'opt_out') return toastSuccess(message)
      offerUndo({
        message,
        undo: () => undo.mutate(done.changeId),
        milliseconds: 12_000,
      })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: contactsKey })
      void client.invalidateQueries({ queryKey: companySettingsKey })
    },
  })
  /** `start` tells why it failed; `change` leaves that to the one who waits for it. */
  return { start: mutate, change: mutateAsync, busy: isPending, dialog: outcome.dialog }
}
