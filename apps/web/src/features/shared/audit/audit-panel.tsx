import { Group, Text } from '@mantine/core'
import { auditSources } from '@recado/contracts/shared/audit'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useCompanyField } from '#web/components/form/company-field.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
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
  'team',
  'business_hours',
  'desk_settings',
  'label',
  'canned_reply',
  'macro',
  'sla_policy',
  'contact_attribute',
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
  /** What stands above the rows. */
  notice?: ReactNode
  /** Only what was done to this, by its id; it is the page's own, so it is neither looked for nor shown. */
  target?: string
}

const useFields = (search: AuditSearch, all: boolean): FilterField<AuditSearch>[] => {
  const { t } = useTranslation('shared/audit')
  const company = useCompanyField('companyId', t('column.company'), all ? search.companyId : undefined)
  return [
    { kind: 'days', from: 'from', to: 'to', label: t('lists:filter.days') },
    {
      kind: 'choice',
      name: 'action',
      label: t('column.action'),
      choices: nouns.map((noun) => ({ value: `${noun}.`, label: t(`noun.${noun}`) })),
    },
    {
      kind: 'choice',
      name: 'source',
      label: t('column.source'),
      choices: auditSources.map((value) => ({ value, label: t(`source.${value}`) })),
    },
    ...(all ? [company] : []),
  ]
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
export const AuditPanel = ({ companyId, search, onSearch, notice, target }: Props) => {
  const { t } = useTranslation('shared/audit')
  const fields = useFields(search, companyId === null)
  const textOf = useActionText()
  const narrowed = target ? { ...search, target } : search
  const query = useQuery(auditQuery(narrowed, companyId))
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
    ...(target
      ? []
      : [{ accessor: 'target', title: t('column.target'), render: (row: AuditRow) => <Target row={row} /> }]),
    ...(companyId
      ? []
      : [{ accessor: 'company', title: t('column.company'), render: (row: AuditRow) => row.company?.name ?? '–' }]),
    { accessor: 'ip', title: t('column.ip'), render: ({ ip }) => ip ?? '–' },
  ]
  return (
    <>
      <ListPage
        title={t('title')}
        order={companyId ? 2 : 1}
        notice={notice}
        fields={fields}
        find={target ? undefined : { name: 'target', label: t('targetSearch') }}
        list={list}
        search={search}
        onSearch={onSearch}
        validate={validateAuditSearch}
        filters={filters}
        exported={exportedFilter(narrowed)}
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
