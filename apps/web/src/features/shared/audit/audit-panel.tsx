import { Group, Text } from '@mantine/core'
import { auditSources } from '@recado/contracts/shared/audit'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DayField } from '#web/components/form/day-field.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { FilterSelect } from '#web/components/table/filter-select.tsx'
import { FoldedFilters } from '#web/components/table/folded-filters.tsx'
import { ListTable } from '#web/components/table/list-table.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { changeSearch } from '#web/lib/api/search.ts'
import { type AuditRow, auditQuery, exportedFilter } from './api.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { type AuditSearch, validateAuditSearch } from './audit-search.ts'
import { Actor, useActionText, useTargetText } from './labels.tsx'

/** Nouns of actions that a filter offers; each stands for all of its verbs. */
const nouns = [
  'auth',
  'password',
  'session',
  'impersonation',
  'user',
  'member',
  'company',
  'access',
  'channel',
  'template',
  'contact',
  'conversation',
  'settings',
  'system',
  'audit',
] as const

type Props = {
  /** The company whose log it is; null for the whole platform. */
  companyId: string | null
  search: AuditSearch
  onSearch: (next: AuditSearch) => void
}

const Filters = ({ search, onSearch }: Omit<Props, 'companyId'>) => {
  const { t } = useTranslation('shared/audit')
  const change = (key: keyof AuditSearch) => (value: string | null) =>
    onSearch(changeSearch(search, { [key]: value ?? '' }))
  const set = (['target', 'action', 'source', 'from', 'to'] as const).filter((key) => search[key])
  return (
    <FoldedFilters count={set.length}>
      <FilterBar narrow label={t('filters')}>
        <SearchField value={search.target ?? ''} label={t('targetSearch')} onChange={change('target')} />
        <FilterSelect
          label={t('column.action')}
          any={t('anyAction')}
          searchable
          value={search.action}
          data={nouns.map((noun) => ({ value: `${noun}.`, label: t(`noun.${noun}`) }))}
          onChange={change('action')}
        />
        <FilterSelect
          label={t('column.source')}
          any={t('anySource')}
          value={search.source}
          data={auditSources.map((value) => ({ value, label: t(`source.${value}`) }))}
          onChange={change('source')}
        />
        {(['from', 'to'] as const).map((end) => (
          <DayField key={end} end={end} label={t(end)} value={search[end]} onChange={change(end)} />
        ))}
      </FilterBar>
    </FoldedFilters>
  )
}

const Target = ({ row }: { row: AuditRow }) => {
  const textOf = useTargetText()
  return (
    <Text size="sm" truncate maw={220}>
      {row.target ? textOf(row.target) : '–'}
    </Text>
  )
}

/** The audit log: what was done, by whom, to what. */
export const AuditPanel = ({ companyId, search, onSearch }: Props) => {
  const { t } = useTranslation('shared/audit')
  const textOf = useActionText()
  const query = useQuery(auditQuery(search, companyId))
  const { cursor, entry, ...filters } = search
  const list = companyId ? 'audit' : 'admin-audit'
  const columns: DataTableColumn<AuditRow>[] = [
    {
      accessor: 'at',
      title: t('column.time'),
      render: ({ at }) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <RelativeTime value={at} />
        </Text>
      ),
    },
    { accessor: 'actor', title: t('column.actor'), render: (row) => <Actor row={row} /> },
    { accessor: 'action', title: t('column.action'), render: ({ action }) => textOf(action) },
    { accessor: 'target', title: t('column.target'), render: (row) => <Target row={row} /> },
    ...(companyId
      ? []
      : [{ accessor: 'company', title: t('column.company'), render: (row: AuditRow) => row.company?.name ?? '–' }]),
    { accessor: 'ip', title: t('column.ip'), render: ({ ip }) => ip ?? '–' },
  ]
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      <ListTable
        list={list}
        search={search}
        onSearch={onSearch}
        validate={validateAuditSearch}
        filters={filters}
        exported={exportedFilter(search)}
        label={t('title')}
        query={query}
        columns={columns}
        empty={<EmptyState icon={IconShieldCheck} title={t('empty')} />}
        onRowClick={({ id }) => onSearch({ ...search, entry: id })}
        card={(row) => (
          <Group justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={600}>
                {textOf(row.action)}
              </Text>
              <Actor row={row} />
            </div>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              <RelativeTime value={row.at} />
            </Text>
          </Group>
        )}
      />
      {entry ? (
        <AuditDrawer
          key={entry}
          id={entry}
          companyId={companyId}
          onClose={() => onSearch({ ...filters, ...(cursor && { cursor }) })}
        />
      ) : null}
    </>
  )
}
