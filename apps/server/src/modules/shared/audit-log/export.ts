import { id } from '@recado/contracts'
import { type AuditRow, auditFilter } from '@recado/contracts/shared/audit'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany } from '#server/modules/shared/tasks/index.ts'
import { listAudit, listPlatformAudit } from './read.ts'

const headers = [
  'time',
  'company',
  'actor',
  'on_behalf_of',
  'action',
  'target_type',
  'target_id',
  'target',
  'source',
  'ip',
  'user_agent',
  'request_id',
  'changes',
]

const cellsOf = (row: AuditRow): Cell[] => [
  row.at,
  row.company?.name ?? null,
  row.actor.name,
  row.onBehalfOf?.name ?? null,
  row.action,
  row.target?.type ?? null,
  row.target?.id ?? null,
  row.target?.label ?? null,
  row.source,
  row.ip,
  row.userAgent,
  row.requestId,
  row.diff && JSON.stringify(row.diff),
]

/** The audit log of a company, and that of the platform, as files. */
export const auditExports = [
  defineListExport({
    list: 'audit',
    ability: 'audit.view',
    action: 'audit.export',
    headers,
    filter: auditFilter,
    rows: (ctx, filter) =>
      cellsOfAll(
        everyRow((page) => listAudit(inCompany(ctx), { ...filter, ...page })),
        cellsOf,
      ),
  }),
  defineListExport({
    list: 'admin-audit',
    ability: 'admin.platform',
    action: 'audit.export',
    headers,
    filter: auditFilter.extend({ company: id.optional() }),
    auditedIn: ({ company }) => company ?? null,
    rows: (ctx, filter) =>
      cellsOfAll(
        everyRow((page) => listPlatformAudit(ctx, { ...filter, ...page })),
        cellsOf,
      ),
  }),
]
