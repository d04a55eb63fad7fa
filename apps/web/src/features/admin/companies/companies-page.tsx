import { Badge, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { accessBlocks } from '@recado/contracts/abilities'
import { messageCountCap } from '@recado/contracts/admin/companies'
import { IconBuildings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { FilterSelect } from '#web/components/table/filter-select.tsx'
import { FoldedFilters } from '#web/components/table/folded-filters.tsx'
import { ListTable } from '#web/components/table/list-table.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { changeSearch, filtersOf } from '#web/lib/api/search.ts'
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

const dayFields = ['createdFrom', 'createdTo'] as const
const numberFields = ['quietDays', 'leastMembers'] as const

const CareFilters = ({ search, change }: { search: CompanySearch; change: Change }) => {
  const { t } = useTranslation('admin/accounts')
  const { data } = useQuery(careChoicesQuery)
  return (
    <>
      <FilterSelect
        label={t('column.tags')}
        any={t('companies.anyTag')}
        searchable
        value={search.tag}
        data={[...new Set([...(data?.tags ?? []), ...(search.tag ? [search.tag] : [])])]}
        onChange={change('tag')}
      />
      <FilterSelect
        label={t('column.manager')}
        any={t('companies.anyManager')}
        searchable
        value={search.manager}
        data={[
          { value: 'none', label: t('companies.noManager') },
          ...(data?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={change('manager')}
      />
    </>
  )
}

type Change = (key: keyof CompanySearch) => (value: string | null) => void

const Filters = ({ search, onSearch }: Omit<Props, 'audit'>) => {
  const { t } = useTranslation('admin/accounts')
  const change: Change = (key) => (value) => onSearch(changeSearch(search, { [key]: value ?? '' }))
  const { search: _, ...others } = filtersOf(search)
  return (
    <FoldedFilters count={Object.keys(others).length}>
      <FilterBar label={t('filters')}>
        <SearchField value={search.search ?? ''} label={t('companies.search')} onChange={change('search')} />
        <FilterSelect
          label={t('column.status')}
          any={t('anyStatus')}
          value={search.status}
          data={statuses.map((value) => ({ value, label: t(`companyStatus.${value}`) }))}
          onChange={change('status')}
        />
        <FilterSelect
          label={t('column.access')}
          any={t('anyBlock')}
          value={search.block}
          data={accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) }))}
          onChange={change('block')}
        />
        <FilterSelect
          label={t('column.quality')}
          any={t('anyQuality')}
          value={search.quality}
          data={(['GREEN', 'YELLOW', 'RED'] as const).map((value) => ({ value, label: t(`quality.${value}`) }))}
          onChange={change('quality')}
        />
        <FilterSelect
          label={t('column.channels')}
          any={t('companies.anyChannels')}
          value={search.channels}
          data={(['some', 'none'] as const).map((value) => ({ value, label: t(`companies.channels.${value}`) }))}
          onChange={change('channels')}
        />
        <CareFilters search={search} change={change} />
        {numberFields.map((field) => (
          <NumberInput
            key={field}
            aria-label={t(`companies.${field}`)}
            placeholder={t(`companies.${field}`)}
            min={1}
            max={field === 'quietDays' ? 3650 : 100_000}
            allowDecimal={false}
            value={search[field] ? Number(search[field]) : ''}
            onChange={(value) => change(field)(value === '' ? null : String(value))}
          />
        ))}
        {dayFields.map((field) => (
          <TextInput
            key={field}
            type="date"
            leftSection={<Text size="xs">{t(`companies.${field}Short`)}</Text>}
            leftSectionWidth={64}
            aria-label={t(`companies.${field}`)}
            value={search[field] ?? ''}
            onChange={(event) => change(field)(event.currentTarget.value || null)}
          />
        ))}
      </FilterBar>
    </FoldedFilters>
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
    { accessor: 'access', title: t('column.access'), render: (it) => <Blocks blocks={it.access_blocks} /> },
    { accessor: 'tags', title: t('column.tags'), render: ({ tags }) => <Tags tags={tags} /> },
    { accessor: 'manager', title: t('column.manager'), render: ({ manager }) => manager?.name ?? '–' },
    { accessor: 'created', title: t('column.created'), render: ({ createdAt }) => <RelativeTime value={createdAt} /> },
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
  const selected = useSelected(filters)
  return (
    <>
      <PageHeader title={t('companies.title')} description={t('companies.text')} />
      <Filters search={search} onSearch={onSearch} />
      <ListTable
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
