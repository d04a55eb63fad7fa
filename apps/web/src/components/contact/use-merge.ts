import {
  type MergeField,
  type MergeSide,
  mergeContacts,
  previewMerge,
  undoMerge,
} from '@recado/contracts/contacts/contacts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastError } from '#web/lib/ui/toasts.ts'

/** The contact whose value is chosen, by its id; without one that of the contact that stays, and notes and tags of both. */
type Chosen = Record<string, string>

const undoMilliseconds = 12_000

const sidesOf = (chosen: Chosen, keys: readonly string[], keep: string): Record<string, MergeSide> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const id = chosen[key]
      return id === undefined ? [] : [[key, id === keep ? 'survivor' : 'other']]
    }),
  )

/** Two contacts about to become one: both as they are, what is chosen, and doing it. */
export const useMerge = (ids: readonly [string, string], onMerged: () => void) => {
  const { t, i18n } = useTranslation('contacts/merge')
  const client = useQueryClient()
  const offerUndo = useUndoToast()
  const { form, state } = useContractForm<{ keep: string; fields: Chosen; attributes: Chosen }>({
    initialValues: { keep: ids[0], fields: {}, attributes: {} },
    brief: true,
    onSubmit: async (values) => {
      if (!preview.data || preview.isPlaceholderData) return
      const [id, otherId] = [values.keep, otherOf(values.keep)]
      const { conflicts, attributeConflicts, other } = preview.data
      const attributes = sidesOf(values.attributes, attributeConflicts, id)
      const fields: Partial<Record<MergeField, MergeSide>> = sidesOf(values.fields, conflicts, id)
      const body = { otherId, fields: { ...fields, attributes } }
      const { merge } = await call(mergeContacts, { params: { id }, body })
      offerUndo({
        message: t('done', { name: other.displayName }),
        undo: () => void undo(id, merge.id),
        milliseconds: undoMilliseconds,
      })
      onMerged()
      void client.invalidateQueries()
    },
  })
  const { keep, fields, attributes } = form.values
  const otherOf = (id: string) => (id === ids[0] ? ids[1] : ids[0])
  const preview = useQuery({
    queryKey: ['contact-merge-preview', keep, otherOf(keep)],
    queryFn: ({ signal }) =>
      call(previewMerge, { params: { id: keep }, query: { otherId: otherOf(keep) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
  const undo = async (id: string, mergeId: string) => {
    try {
      await call(undoMerge, { params: { id, mergeId } })
    } catch (cause) {
      toastError(i18n, cause)
    }
    await client.invalidateQueries()
  }
  const cards = preview.data && [preview.data.survivor, preview.data.other]
  const both = cards && ids.flatMap((id) => cards.find((card) => card.id === id) ?? [])
  return {
    preview,
    /** What is shown is what merging would do, and not the preview of before the other contact was chosen to stay. */
    ready: preview.data !== undefined && !preview.isPlaceholderData,
    /** In the order that they were given in. */
    contacts: both,
    keep,
    setKeep: (id: string) => form.setFieldValue('keep', id),
    fields,
    attributes,
    choose: (kind: 'fields' | 'attributes', key: string, id: string | null) => {
      const { [key]: _, ...rest } = form.values[kind]
      form.setFieldValue(kind, id === null ? rest : { ...rest, [key]: id })
    },
    state,
  }
}
export type Merge = ReturnType<typeof useMerge>
