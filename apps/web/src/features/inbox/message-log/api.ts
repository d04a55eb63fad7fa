import type { EndpointResponse } from '@recado/contracts/endpoint'
import {
  type AdminLogEntry,
  getLogEntry,
  getLogSummary,
  listAdminLog,
  listLog,
  revealMessage,
} from '@recado/contracts/inbox/message-log'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import type { AdminLogSearch } from './admin-search.ts'
import type { LogSearch } from './search.ts'

export type LogDetail = EndpointResponse<typeof getLogEntry>

export const logKey = ['message-log'] as const

export const logQuery = (filter: LogSearch, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...logKey, 'list', filter, cursor ?? null],
    queryFn: ({ signal }) => call(listLog, { query: { ...filter, ...(cursor ? { cursor } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const summaryQuery = (filter: LogSearch) =>
  queryOptions({
    queryKey: [...logKey, 'summary', filter],
    queryFn: ({ signal }) => call(getLogSummary, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...logKey, 'entry', id],
    queryFn: ({ signal }) => call(getLogEntry, { params: { id } }, { signal }),
  })

export const adminLogQuery = (filter: AdminLogSearch, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...logKey, 'admin', filter, cursor ?? null],
    queryFn: ({ signal }) => call(listAdminLog, { query: { ...filter, ...(cursor ? { cursor } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const useReveal = () =>
  useMutation({
    mutationFn: ({ entry, reason }: { entry: AdminLogEntry; reason: string }) =>
      call(revealMessage, { params: { id: entry.id }, body: { companyId: entry.company.id, reason } }),
    meta: { quiet: true },
  })
