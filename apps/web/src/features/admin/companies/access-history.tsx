import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useCompanyField } from '#web/components/form/company-field.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { historyQuery, type OverrideRow } from './api.ts'
import { type AccessSearch, validateAccessSearch } from './search.ts'

type Props = { search: AccessSearch; onSearch: (next: AccessSearch) => void }

/** Overrides that were made, and what became of each. */
export const AccessHistory = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const query = useQuery(historyQuery(search))
  const stateOf = (row: OverrideRow) => {
    if (row.endedAs) return t(`access.ended.${row.endedAs}`)
    return row.expiresAt ? t('access.until', { until: dateTime(row.expiresAt, i18n.language) }) : t('access.inForce')
  }
  const columns: DataTableColumn<OverrideRow>[] = [
    { accessor: 'company', title: t('column.company'), render: ({ company }) => company.name },
    {
      accessor: 'block',
      title: t('column.access'),
      render: ({ block, effect }) => (
        <Badge variant="light" color={effect === 'grant' ? 'petrol' : 'red'}>
          {t(`access.made.${effect}`, { block: t(`common:blocks.${block}`) })}
        </Badge>
      ),
    },
    { accessor: 'reason', title: t('reason') },
    { accessor: 'author', title: t('column.author'), render: ({ author }) => author ?? '–' },
    { accessor: 'createdAt', title: t('column.when'), render: ({ createdAt }) => <RelativeTime value={createdAt} /> },
    {
      accessor: 'state',
      title: t('column.state'),
      render: (row) => (
        <Text size="sm" c="dimmed">
          {stateOf(row)}
        </Text>
      ),
    },
  ]
  const company = useCompanyField('companyId', t('column.company'), search.companyId)
  return (
    <ListPage
      list="admin-access-history"
      search={search}
      onSearch={onSearch}
      validate={(raw) => ({ ...validateAccessSearch(raw), show: 'history' })}
      filters={search.companyId ? { companyId: search.companyId } : {}}
      exported={search.companyId ? { company: search.companyId } : {}}
      fields={[company]}
      label={t('access.history')}
      query={query}
      columns={columns}
      empty={<EmptyState title={t('access.noHistory')} />}
    />
  )
}
