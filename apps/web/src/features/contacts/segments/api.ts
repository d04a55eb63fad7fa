import { countSegment, createSegment, deleteSegment, type Segment } from '@recado/contracts/contacts/segments'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'

/** Has segments read again wherever they are shown. */
export const useSegmentsChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: companySettingsKey })
}

/** Deletes a segment. `force`: although saved views use it. */
export const removeSegment = (id: string, force: boolean) =>
  call(deleteSegment, { params: { id }, query: force ? { force: 'yes' } : {} })

const freshMinutes = 5

/** How many contacts a segment has now; one whose conditions name what is gone has none. */
export const segmentCountQuery = ({ id, version, problems, count, countedAt }: Segment) =>
  queryOptions({
    queryKey: ['segment-counts', id, version],
    queryFn: ({ signal }) => call(countSegment, { params: { id } }, { signal }),
    staleTime: freshMinutes * 60_000,
    ...(countedAt === null ? {} : { initialData: { count, exact: true }, initialDataUpdatedAt: Date.parse(countedAt) }),
    enabled: problems.length === 0,
    retry: false,
  })

/** Adds a private copy of a segment. */
export const useDuplicateSegment = () => {
  const { t } = useTranslation('contacts/segments')
  const changed = useSegmentsChanged()
  return useMutation({
    mutationFn: ({ name, filter }: Segment) =>
      call(createSegment, { body: { name: t('copyName', { name }).slice(0, 80), filter, shared: false } }),
    onSuccess: ({ name }) => {
      toastSuccess(t('duplicated', { name }))
      return changed()
    },
  })
}
