import { Badge, Group, Select, Text } from '@mantine/core'
import { accessBlocks } from '@recado/contracts/abilities'
import { IconBuildings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { changeSearch } from '../../lib/search.ts'
import { type AdminCompany, companiesQuery } from './api.ts'
import { CompanyDrawer } from './company-drawer.tsx'
import classes from './platform.module.css'
import type { CompanySearch } from './search.ts'
import { CompanyStatusBadge, Quality } from './words.tsx'

type Props = {
  search: CompanySearch
  onSearch: (next: CompanySearch) => void
  /** What was done in a company, for its drawer. */
  audit: (companyId: string) => ReactNode
}

/** The same page without a drawer. */
const filtersOf = ({ open: _, ...rest }: CompanySearch): CompanySearch => rest

const statuses = ['trial', 'active', 'past_due', 'suspended', 'deleting'] as const

const Filters = ({ search, onSearch }: Omit<Props, 'audit'>) => {
  const { t } = useTranslation('platform')
  const change = (key: keyof CompanySearch) => (value: string | null) =>
    onSearch(changeSearch(search, { [key]: value ?? '' }))
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      <SearchField value={search.search ?? ''} label={t('companies.search')} onChange={change('search')} />
      <Select
        aria-label={t('column.status')}
        placeholder={t('anyStatus')}
        clearable
        value={search.status ?? null}
        data={statuses.map((value) => ({ value, label: t(`companyStatus.${value}`) }))}
        onChange={change('status')}
      />
      <Select
        aria-label={t('column.access')}
        placeholder={t('anyBlock')}
        clearable
        value={search.block ?? null}
        data={accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) }))}
        onChange={change('block')}
      />
      <Select
        aria-label={t('column.quality')}
        placeholder={t('anyQuality')}
        clearable
        value={search.quality ?? null}
        data={(['GREEN', 'YELLOW', 'RED'] as const).map((value) => ({ value, label: t(`quality.${value}`) }))}
        onChange={change('quality')}
      />
    </section>
  )
}

const Name = ({ company }: { company: AdminCompany }) => (
  <div style={{ minWidth: 0 }}>
    <Text fw={600} size="sm" truncate maw={240}>
      {company.name}
    </Text>
    <Text size="xs" c="dimmed" truncate maw={240}>
      {company.owner?.email ?? '–'}
    </Text>
  </div>
)

const Blocks = ({ blocks }: { blocks: string[] }) => {
  const { t } = useTranslation()
  return (
    <Group gap={4} maw={260}>
      {blocks.map((block) => (
        <Badge key={block} size="sm" variant="default" tt="none" fw={500}>
          {t(`blocks.${block}`)}
        </Badge>
      ))}
    </Group>
  )
}

const LastActivity = ({ company: { lastActivityAt } }: { company: AdminCompany }) => (
  <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    {lastActivityAt ? <RelativeTime value={lastActivityAt} /> : '–'}
  </Text>
)

/** Every company of the platform: found, looked into, stopped and let go on. */
export const CompaniesPage = ({ search, onSearch, audit }: Props) => {
  const { t } = useTranslation('platform')
  const query = useQuery(companiesQuery(search))
  const { cursor, open, ...filters } = search
  const columns: DataTableColumn<AdminCompany>[] = [
    { accessor: 'name', title: t('column.company'), render: (company) => <Name company={company} /> },
    {
      accessor: 'status',
      title: t('column.status'),
      render: ({ status }) => <CompanyStatusBadge status={status} />,
    },
    { accessor: 'members', title: t('column.members'), textAlign: 'right' },
    { accessor: 'channels', title: t('column.channels'), textAlign: 'right' },
    {
      accessor: 'quality',
      title: t('column.quality'),
      render: ({ qualityWorst }) => <Quality value={qualityWorst} />,
    },
    { accessor: 'access', title: t('column.access'), render: (it) => <Blocks blocks={it.access_blocks} /> },
    { accessor: 'created', title: t('column.created'), render: ({ createdAt }) => <RelativeTime value={createdAt} /> },
    { accessor: 'last', title: t('column.lastActivity'), render: (company) => <LastActivity company={company} /> },
  ]
  return (
    <>
      <PageHeader title={t('companies.title')} description={t('companies.text')} />
      <Filters search={search} onSearch={onSearch} />
      <DataTable
        label={t('companies.title')}
        query={query}
        columns={columns}
        cursor={cursor}
        onCursor={(to) => onSearch(changeSearch(search, { cursor: to }))}
        filtered={Object.keys(filters).length > 0}
        onClearFilters={() => onSearch({})}
        empty={<EmptyState icon={IconBuildings} title={t('companies.empty')} />}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        card={(company) => (
          <>
            <Group justify="space-between" wrap="nowrap">
              <Name company={company} />
              <CompanyStatusBadge status={company.status} />
            </Group>
            <Text size="xs" c="dimmed" mt={6}>
              {t('companies.summary', { members: company.members, channels: company.channels })}
            </Text>
          </>
        )}
      />
      {open ? (
        <CompanyDrawer key={open} id={open} audit={audit(open)} onClose={() => onSearch(filtersOf(search))} />
      ) : null}
    </>
  )
}
