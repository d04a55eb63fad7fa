import type { BulkSelection } from '@recado/contracts/shared/lists'
import type { TemplateGroup } from '@recado/contracts/whatsapp/templates'
import { useTranslation } from 'react-i18next'
import type { DataTableProps } from '#web/components/table/data-table.tsx'
import type { Choice } from '#web/components/table/filters.ts'
import { useSelected } from '#web/components/table/table-selection.ts'
import { countGroups, type TemplateScope } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { type GroupRow, rowOf } from './group-columns.tsx'
import { type TemplateSearch, validateTemplateSearch } from './search.ts'
import { useTemplateFields } from './template-fields.ts'

type Options = {
  scope: TemplateScope
  search: TemplateSearch
  query: DataTableProps<TemplateGroup>['query']
  accounts: Choice[]
  companies?: Choice[]
  write: boolean
}

/** What the template lists of a company and of an operator share: filters, rows, selection and bulk actions. */
export const useTemplateList = ({ scope, search, query, accounts, companies, write }: Options) => {
  const { t } = useTranslation('whatsapp/templates')
  const fields = useTemplateFields(companies ? { accounts, companies } : { accounts })
  const { cursor, ...filters } = search
  const chosen = useSelected(filters)
  const rows = (query.data?.data ?? []).map(rowOf)
  const used = rows.filter(({ id, uses }) => chosen.ids.includes(id) && uses > 0).map(({ name }) => name)
  return {
    search,
    filters,
    fields,
    find: { name: 'search' as const, label: t('filter.search') },
    validate: validateTemplateSearch,
    query: { ...query, data: query.data && { ...query.data, data: rows } },
    selection: {
      ...chosen,
      label: ({ name, companyName }: GroupRow) => [name, companyName].filter(Boolean).join(', '),
      matching: { filter: filters, count: () => countGroups(scope, filters) },
    },
    bulk: (selection: BulkSelection) => (
      <BulkActions
        scope={scope}
        selection={selection}
        count={'ids' in selection ? selection.ids.length : selection.expected}
        used={used}
        write={write}
        archived={search.status === 'ARCHIVED'}
        accounts={accounts}
        onDone={() => chosen.onChange([])}
      />
    ),
  }
}
