import type { EndpointCall } from '@recado/contracts/endpoint'
import {
  getAuditIntegrity,
  getAuditRow,
  getPlatformAuditRow,
  listAudit,
  listPlatformAudit,
} from '@recado/contracts/shared/audit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import type { AuditSearch } from './audit-search.ts'

export type { AuditRow } from '@recado/contracts/shared/audit'

const auditKey = ['audit'] as const
type PlatformQuery = NonNullable<EndpointCall<typeof listPlatformAudit>['query']>
type CompanyQuery = NonNullable<EndpointCall<typeof listAudit>['query']>

/** A day of the filters begins, or ends, at midnight here. */
const instants = ({ from, to }: AuditSearch) => ({
  ...(from ? { from: new Date(`${from}T00:00:00`).toISOString() } : {}),
  ...(to ? { to: new Date(new Date(`${to}T00:00:00`).getTime() + 86_400_000).toISOString() } : {}),
})

/** Rows of the current company, or of the whole platform without one. */
export const auditQuery = (
  { entry: _, from, to, companyId: company, ...search }: AuditSearch,
  companyId: string | null,
) =>
  queryOptions({
    queryKey: [...auditKey, companyId, company, search, from, to],
    queryFn: () => {
      const query: object = {
        ...search,
        ...(company && { company }),
        ...instants({ ...(from && { from }), ...(to && { to }) }),
      }
      return companyId
        ? call(listAudit, { params: { id: companyId }, query: query as CompanyQuery })
        : call(listPlatformAudit, { query: query as PlatformQuery })
    },
    placeholderData: keepPreviousData,
  })

/** The latest change of one kind in a company; refetched together with the company's settings. */
export const lastChangeQuery = (filter: { action: string; target?: string }, companyId: string) =>
  queryOptions({
    queryKey: [...companySettingsKey, 'last-change', companyId, filter],
    queryFn: async ({ signal }) => {
      const { data } = await call(listAudit, { params: { id: companyId }, query: { ...filter, limit: 1 } }, { signal })
      return data[0] ?? null
    },
  })

export const auditRowQuery = (id: string, companyId: string | null) =>
  queryOptions({
    queryKey: [...auditKey, companyId, 'row', id],
    queryFn: () =>
      companyId
        ? call(getAuditRow, { params: { id: companyId, entryId: id } })
        : call(getPlatformAuditRow, { params: { entryId: id } }),
  })

export const integrityQuery = queryOptions({
  queryKey: [...auditKey, 'integrity'],
  queryFn: () => call(getAuditIntegrity),
})

/** The filters of the page as the export takes them. */
export const exportedFilter = ({ entry: _, cursor: __, from, to, companyId: company, ...search }: AuditSearch) => ({
  ...search,
  ...(company && { company }),
  ...instants({ ...(from && { from }), ...(to && { to }) }),
})
