import { Badge, Group, Text } from '@mantine/core'
import { accessBlocks } from '@recado/contracts/abilities'
import { messageCountCap } from '@recado/contracts/admin/companies'
import { IconBuildings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { filtersOf } from '#web/lib/api/search.ts'
import { type AdminCompany, careChoicesQuery, companiesQuery, countCompanies } from './api.ts'
import { CompanyBulk } from './company-bulk.tsx'
import { CompanyStatusBadge, Quality } from './labels.tsx'
import { type CompanySearch, validateCompanySearch } from './search.ts'

const CompanyDrawer = lazyComponent(async () => (await import('./company-drawer.tsx')).CompanyDrawer)

type Props = {
  search: CompanySearch
  onSearch: (next: CompanySearch) => void
  /** What was done in a company, for its drawer. */
  audit: (companyId: string) => ReactNode
}

const statuses = ['trial', 'active', 'past_due', 'suspended', 'deleting'] as const

const useCareFields = (search: CompanySearch): FilterField<CompanySearch>[] => {
  const { t } = useTranslation('admin/accounts')
  const { data } = useQuery(careChoicesQuery)
  const tags = [...new Set([...(data?.tags ?? []), ...(search.tag ? [search.tag] : [])])]
  return [
    {
      kind: 'choice',
      name: 'tag',
      label: t('column.tags'),
      choices: tags.map((value) => ({ value, label: value })),
    },
    {
      kind: 'choice',
      name: 'manager',
      label: t('column.manager'),
      choices: [
        { value: 'none', label: t('companies.noManager') },
        ...(data?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ]
}

const useFields = (search: CompanySearch): FilterField<CompanySearch>[] => {
  const { t } = useTranslation('admin/accounts')
  const care = useCareFields(search)
  return [
    {
      kind: 'choice',
      name: 'status',
      label: t('column.status'),
      choices: statuses.map((value) => ({ value, label: t(`companyStatus.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'block',
      label: t('column.access'),
      choices: accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'quality',
      label: t('column.quality'),
      choices: (['GREEN', 'YELLOW', 'RED'] as const).map((value) => ({ value, label: t(`quality.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'channels',
      label: t('column.channels'),
      choices: (['some', 'none'] as const).map((value) => ({ value, label: t(`companies.channels.${value}`) })),
    },
    ...care,
    { kind: 'flag', name: 'active', label: t('companies.active') },
    { kind: 'number', name: 'quietDays', label: t('companies.quietDays'), min: 1, max: 3650 },
    { kind: 'number', name: 'leastMembers', label: t('companies.leastMembers'), min: 1, max: 100_000 },
    { kind: 'days', from: 'createdFrom', to: 'createdTo', label: t('column.created') },
  ]
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

const Tags = ({ tags }: { tags: string[] }) => (
  <Group gap={4} maw={220}>
    {tags.map((tag) => (
      <Badge key={tag} size="sm" variant="light" tt="none" fw={500}>
        {tag}
      </Badge>
    ))}
  </Group>
)

const useColumns = (): DataTableColumn<AdminCompany>[] => {
  const { t, i18n } = useTranslation('admin/accounts')
  const number = new Intl.NumberFormat(i18n.language)
  const messages = (count: number) => `${number.format(count)}${count >= messageCountCap ? '+' : ''}`
  return [
    { accessor: 'name', title: t('column.company'), render: (company) => <Name company={company} /> },
    { accessor: 'status', title: t('column.status'), render: ({ status }) => <CompanyStatusBadge status={status} /> },
    { accessor: 'members', title: t('column.members'), textAlign: 'right' },
    { accessor: 'channels', title: t('column.channels'), textAlign: 'right' },
    {
      accessor: 'messages30d',
      title: t('column.messages30d'),
      textAlign: 'right',
      render: (company) => messages(company.messages30d),
    },
    {
      accessor: 'quality',
      title: t('column.quality'),
      render: ({ qualityWorst }) => <Quality value={qualityWorst} />,
    },
    {
      accessor: 'access',
      title: t('column.access'),
      secondary: true,
      render: (it) => <Blocks blocks={it.access_blocks} />,
    },
    { accessor: 'tags', title: t('column.tags'), secondary: true, render: ({ tags }) => <Tags tags={tags} /> },
    { accessor: 'manager', title: t('column.manager'), secondary: true, render: ({ manager }) => manager?.name ?? '–' },
    {
      accessor: 'created',
      title: t('column.created'),
      secondary: true,
      render: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    { accessor: 'last', title: t('column.lastActivity'), render: (company) => <LastActivity company={company} /> },
  ]
}

const Card = ({ company }: { company: AdminCompany }) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Name company={company} />
        <CompanyStatusBadge status={company.status} />
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {`${t('companies.memberCount', { count: company.members })} · ${t('company.numbers', { count: company.channels })}`}
      </Text>
    </>
  )
}

/** Every company of the platform: found, looked into, filed, told of things, stopped and let go on. */
export const CompaniesPage = ({ search, onSearch, audit }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const query = useQuery(companiesQuery(search))
  const { open, ...rest } = search
  const filters = filtersOf(search)
  const columns = useColumns()
  const fields = useFields(search)
  const selected = useSelected(filters)
  return (
    <>
      <ListPage
        title={t('companies.title')}
        fields={fields}
        find={{ name: 'search', label: t('companies.search') }}
        list="admin-companies"
        search={search}
        onSearch={onSearch}
        validate={validateCompanySearch}
        filters={filters}
        label={t('companies.title')}
        query={query}
        columns={columns}
        empty={<EmptyState icon={IconBuildings} title={t('companies.empty')} />}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        selection={{
          ...selected,
          label: ({ name }) => name,
          matching: { filter: filters, count: () => countCompanies(filters) },
        }}
        bulk={(selection) => <CompanyBulk selection={selection} onDone={() => selected.onChange([])} />}
        card={(company) => <Card company={company} />}
      />
      {open ? <CompanyDrawer key={open} id={open} audit={audit(open)} onClose={() => onSearch(rest)} /> : null}
    </>
  )
}
