import { type TemplateGroup, templateFilters } from '@recado/contracts/whatsapp/templates'
import { z } from 'zod'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany } from '#server/modules/shared/tasks/index.ts'
import { listCompanyGroups } from './actions/list.ts'
import { listOperatorGroups } from './actions/operator.ts'

const headers = [
  ...[
    'name',
    'account',
    'category',
    'languages',
    'status',
    'quality',
    'sent_7_days',
    'delivered_7_days',
    'read_7_days',
  ],
  ...['clicked_7_days', 'uses', 'source', 'archived', 'updated_at'],
]

const cellsOf = ({ languages, figures, ...group }: TemplateGroup): Cell[] => [
  ...[group.name, group.accountName, [...new Set(languages.map(({ category }) => category))].join(', ')],
  ...[languages.map(({ language }) => language).join(', ')],
  ...[languages.map(({ language, status }) => `${language}: ${status}`).join(', ')],
  ...[languages.flatMap(({ language, quality }) => (quality ? [`${language}: ${quality}`] : [])).join(', ')],
  ...[figures.sent, figures.delivered, figures.read, figures.clicked, group.uses, group.source],
  ...[String(group.archived), group.updatedAt],
]

/** The templates of a company, and those that an operator looks after, as files; their contents travel as JSON. */
export const templateExports = [
  defineListExport({
    list: 'templates',
    ability: 'templates.view',
    headers,
    filter: templateFilters,
    rows: (ctx, filter) =>
      cellsOfAll(
        everyRow((page) => listCompanyGroups(inCompany(ctx), { ...filter, ...page })),
        cellsOf,
      ),
  }),
  defineListExport({
    list: 'operator-templates',
    ability: 'operator.channels',
    headers: ['company_id', 'company', ...headers],
    filter: templateFilters.extend({ companyId: z.uuid().optional() }),
    rows: (ctx, filter) =>
      cellsOfAll(
        everyRow((page) => listOperatorGroups(ctx, { ...filter, ...page })),
        (group) => [group.companyId, group.companyName, ...cellsOf(group)],
      ),
  }),
]
