import { Group, Text } from '@mantine/core'
import type { SupportCompany } from '@recado/contracts/admin/support'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { filtersOf } from '#web/lib/api/search.ts'
import { supportCompaniesQuery } from './api.ts'
import { CompanyStatusBadge, Quality } from './labels.tsx'
import { type SupportSearch, validateSupportSearch } from './search.ts'

const SupportDrawer = lazyComponent(async () => (await import('./support-drawer.tsx')).SupportDrawer)

type Props = { search: SupportSearch; onSearch: (next: SupportSearch) => void }

const statuses = ['trial', 'active', 'past_due', 'suspended', 'deleting'] as const

const useFields = (): FilterField<SupportSearch>[] => {
  const { t } = useTranslation('admin/accounts')
  return [
    {
      kind: 'choice',
      name: 'status',
      label: t('column.status'),
      choices: statuses.map((value) => ({ value, label: t(`companyStatus.${value}`) })),
    },
    { kind: 'flag', name: 'consent', label: t('support.consentOnly') },
  ]
}

const Name = ({ company }: { company: SupportCompany }) => (
  <div style={{ minWidth: 0 }}>
    <Text fw={600} size="sm" truncate maw={260}>
      {company.name}
    </Text>
    <Text size="xs" c="dimmed" truncate maw={260}>
      {company.owner ?? '–'}
    </Text>
  </div>
)

const useColumns = (): DataTableColumn<SupportCompany>[] => {
  const { t } = useTranslation('admin/accounts')
  return [
    { accessor: 'name', title: t('column.company'), render: (company) => <Name company={company} /> },
    { accessor: 'status', title: t('column.status'), render: ({ status }) => <CompanyStatusBadge status={status} /> },
    { accessor: 'members', title: t('column.members'), textAlign: 'right' },
    { accessor: 'channels', title: t('column.channels'), textAlign: 'right' },
    {
      accessor: 'quality',
      title: t('column.quality'),
      render: ({ qualityWorst }) => <Quality value={qualityWorst} />,
    },
    {
      accessor: 'consenting',
      title: t('support.consenting'),
      textAlign: 'right',
      render: ({ consenting }) => consenting || '–',
    },
    {
      accessor: 'last',
      title: t('column.lastActivity'),
      render: ({ lastActivityAt }) => (lastActivityAt ? <RelativeTime value={lastActivityAt} /> : '–'),
    },
  ]
}

/** Companies as the support sees them: what it needs to help, and whom it may enter as. */
export const SupportPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const query = useQuery(supportCompaniesQuery(search))
  const columns = useColumns()
  const fields = useFields()
  const { open, ...rest } = search
  const filters = filtersOf(search)
  return (
    <>
      <ListPage
        title={t('support.title')}
        fields={fields}
        find={{ name: 'search', label: t('companies.search') }}
        list="support-companies"
        search={search}
        onSearch={onSearch}
        validate={validateSupportSearch}
        filters={filters}
        label={t('support.title')}
        query={query}
        columns={columns}
        empty={<EmptyState icon={IconLifebuoy} title={t('companies.empty')} description={t('support.text')} />}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        card={(company) => (
          <Group justify="space-between" wrap="nowrap">
            <Name company={company} />
            <CompanyStatusBadge status={company.status} />
          </Group>
        )}
      />
      {open ? <SupportDrawer key={open} id={open} onClose={() => onSearch(rest)} /> : null}
    </>
  )
}
