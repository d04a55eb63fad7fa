import { accessBlocks } from '@recado/contracts'
import { companyFilter } from '@recado/contracts/admin/companies'
import { accessFilter, accessHistoryFilter } from '@recado/contracts/companies/company-access'
import { z } from 'zod'
import { cellsOfAll, defineListExport, everyRow } from '#server/modules/shared/tasks/index.ts'
import { listAccess, listHistory } from './access/actions.ts'
import { listAllCompanies } from './actions.ts'
import { listSupportCompanies } from './support/actions.ts'

const ability = 'admin.platform'
const companies = defineListExport({
  list: 'admin-companies',
  ability,
  headers: [
    ...['id', 'name', 'tax_id', 'owner', 'owner_email', 'status', 'members', 'channels', 'messages_30_days'],
    ...['worst_quality', 'access', 'tags', 'account_manager', 'created_at', 'last_activity_at'],
  ],
  filter: companyFilter,
  rows: (ctx, filter) =>
    cellsOfAll(
      everyRow((page) => listAllCompanies(ctx, { ...filter, ...page })),
      (row) => [
        ...[row.id, row.name, row.taxId, row.owner?.name ?? null, row.owner?.email ?? null, row.status],
        ...[row.members, row.channels, row.messages30d, row.qualityWorst, row.access_blocks.join(', ')],
        ...[row.tags.join(', '), row.manager?.name ?? null, row.createdAt, row.lastActivityAt],
      ],
    ),
})

const helped = defineListExport({
  list: 'support-companies',
  ability: 'support.view',
  headers: ['id', 'name', 'owner', 'status', 'members', 'channels', 'worst_quality', 'consenting', 'last_activity_at'],
  filter: companyFilter.pick({ search: true, status: true }).extend({ consent: z.enum(['yes']).optional() }),
  rows: (ctx, filter) =>
    cellsOfAll(
      everyRow((page) => listSupportCompanies(ctx, { ...filter, ...page })),
      (row) => [
        ...[row.id, row.name, row.owner, row.status, row.members, row.channels],
        ...[row.qualityWorst, row.consenting, row.lastActivityAt],
      ],
    ),
})

const sourceOf = ({ plan, override }: { plan: boolean; override: { effect: string } | null }) =>
  override?.effect ?? (plan ? 'plan' : 'none')

const access = defineListExport({
  list: 'admin-permissions',
  ability,
  headers: ['id', 'name', 'status', ...accessBlocks.flatMap((block) => [block, `${block}_source`])],
  filter: accessFilter,
  rows: (ctx, filter) =>
    cellsOfAll(
      everyRow((page) => listAccess(ctx, { ...filter, ...page })),
      (row) => [
        ...[row.id, row.name, row.status],
        ...accessBlocks.flatMap((block) => {
          const state = row.blocks.find((candidate) => candidate.block === block)
          return state ? [state.effective ? 'yes' : 'no', sourceOf(state)] : [null, null]
        }),
      ],
    ),
})

const history = defineListExport({
  list: 'admin-access-history',
  ability,
  headers: [
    ...['company_id', 'company', 'block', 'effect', 'reason', 'author'],
    ...['created_at', 'expires_at', 'ended_at', 'ended_as'],
  ],
  filter: accessHistoryFilter,
  rows: (ctx, filter) =>
    cellsOfAll(
      everyRow((page) => listHistory(ctx, { ...filter, ...page })),
      (row) => [
        ...[row.company.id, row.company.name, row.block, row.effect, row.reason, row.author],
        ...[row.createdAt, row.expiresAt, row.endedAt, row.endedAs],
      ],
    ),
})

export const adminCompanyExports = [companies, helped, access, history]
