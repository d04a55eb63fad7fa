import { getErasure, listErasures, previewErasure } from '@recado/contracts/contacts/privacy'
import {
  countPrivacyRequests,
  getPrivacyRequest,
  listPrivacyRequests,
  type PrivacyView,
} from '@recado/contracts/contacts/privacy-requests'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** What people asked about their data. */
export const privacyKey = ['privacy-requests'] as const

type Filter = { view: PrivacyView; kind?: string | undefined; cursor?: string | undefined }

export const privacyRequestsQuery = ({ view, kind, cursor }: Filter) =>
  queryOptions({
    queryKey: [...privacyKey, 'list', view, kind ?? null, cursor ?? null],
    queryFn: ({ signal }) => {
      const query: Record<string, string> = { view, ...(kind ? { kind } : {}), ...(cursor ? { cursor } : {}) }
      return call(listPrivacyRequests, { query }, { signal })
    },
    placeholderData: keepPreviousData,
  })

export const privacyCountsQuery = queryOptions({
  queryKey: [...privacyKey, 'counts'],
  queryFn: ({ signal }) => call(countPrivacyRequests, {}, { signal }),
})

export const privacyRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...privacyKey, 'one', id],
    queryFn: ({ signal }) => call(getPrivacyRequest, { params: { id } }, { signal }),
  })

/** What erasing a contact would take. */
export const erasePreviewQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...privacyKey, 'erase-preview', contactId],
    queryFn: ({ signal }) => call(previewErasure, { params: { id: contactId } }, { signal }),
  })

const ASK_AGAIN_MS = 1500

/** An erasure, asked about until it is done. */
export const erasureQuery = (id: string) =>
  queryOptions({
    queryKey: [...privacyKey, 'erasure', id],
    queryFn: ({ signal }) => call(getErasure, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : ASK_AGAIN_MS),
  })

/** Erasures that members asked for, or those of one contact. */
export const erasuresQuery = ({ contactId, cursor }: { contactId?: string; cursor?: string | undefined }) =>
  queryOptions({
    queryKey: [...privacyKey, 'erasures', contactId ?? null, cursor ?? null],
    queryFn: ({ signal }) => {
      const query = { ...(contactId ? { contactId } : {}), ...(cursor ? { cursor } : {}) }
      return call(listErasures, { query }, { signal })
    },
    placeholderData: keepPreviousData,
  })
