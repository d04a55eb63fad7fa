import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { type AccessBlock, accessBlocks } from '@recado/contracts/abilities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import { PageTabs } from '#web/components/page/page-tabs.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { filtersOf } from '#web/lib/api/search.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { adminKey } from '#web/queries/admin.ts'
import { AccessBulk } from './access-bulk.tsx'
import { AccessCell } from './access-cell.tsx'
import { AccessHistory } from './access-history.tsx'
import { AccessReview } from './access-review.tsx'
import { type AccessChange, type AccessRow, accessQuery, countAccess } from './api.ts'
import { CompanyStatusBadge } from './labels.tsx'
import { type AccessSearch, validateAccessSearch } from './search.ts'

type Props = { search: AccessSearch; onSearch: (next: AccessSearch) => void }

const keyOf = (companyId: string, block: string) => `${companyId} ${block}`

const useFields = (): FilterField<AccessSearch>[] => {
  const { t } = useTranslation('admin/accounts')
  return [
    {
      kind: 'choice',
      name: 'block',
      label: t('column.access'),
      choices: accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) })),
    },
    { kind: 'flag', name: 'overridden', label: t('access.overriddenOnly') },
  ]
}

const useChanges = () => {
  const [changes, setChanges] = useState<Map<string, AccessChange & { name: string }>>(new Map())
  const set = useCallback(
    (row: AccessRow, block: AccessBlock, effect: AccessChange['effect'] | null) =>
      setChanges((known) => {
        const next = new Map(known)
        if (effect) next.set(keyOf(row.id, block), { companyId: row.id, block, effect, name: row.name })
        else next.delete(keyOf(row.id, block))
        return next
      }),
    [],
  )
  useUnsaved(() => changes.size > 0, { outlivesSearch: true })
  return { changes, set, clear: () => setChanges(new Map()) }
}

const NameCell = ({ row }: { row: AccessRow }) => (
  <Group gap={8} wrap="nowrap">
    <Text size="sm" fw={600} truncate maw={220}>
      {row.name}
    </Text>
    {row.status === 'active' ? null : <CompanyStatusBadge status={row.status} />}
  </Group>
)

type UnsavedProps = { count: number; onReview: () => void; onDiscard: () => void }

const Unsaved = ({ count, onReview, onDiscard }: UnsavedProps) => {
  const { t } = useTranslation('admin/accounts')
  if (count === 0) return <VisuallyHidden role="status" />
  return (
    <Group mb="sm" gap="sm" role="status">
      <Text size="sm">{t('access.unsaved', { count })}</Text>
      <Button size="compact-sm" onClick={onReview}>
        {t('access.review')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
        {t('access.discard')}
      </Button>
    </Group>
  )
}

const Matrix = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const query = useQuery(accessQuery(search))
  const { changes, set, clear } = useChanges()
  const [reviewing, setReviewing] = useState(false)
  const { show: _, companyId: _company, ...matrix } = search
  const filters = filtersOf(matrix)
  const fields = useFields()
  const selected = useSelected(filters)
  const cellOf = (row: AccessRow, block: AccessBlock) => {
    const state = row.blocks.find((candidate) => candidate.block === block)
    return state ? (
      <AccessCell row={row} state={state} effect={changes.get(keyOf(row.id, block))?.effect} onChange={set} />
    ) : null
  }
  const columns: DataTableColumn<AccessRow>[] = [
    { accessor: 'name', title: t('column.company'), render: (row) => <NameCell row={row} /> },
    ...accessBlocks.map((block) => ({
      accessor: block,
      title: t(`common:blocks.${block}`),
      textAlign: 'center' as const,
      render: (row: AccessRow) => cellOf(row, block),
    })),
  ]
  const done = async () => {
    clear()
    setReviewing(false)
    await client.invalidateQueries({ queryKey: adminKey })
  }
  return (
    <>
      <ListPage
        fields={fields}
        find={{ name: 'search', label: t('access.search') }}
        list="admin-permissions"
        search={search}
        onSearch={onSearch}
        validate={validateAccessSearch}
        filters={filters}
        notice={<Unsaved count={changes.size} onReview={() => setReviewing(true)} onDiscard={clear} />}
        label={t('access.title')}
        query={query}
        columns={columns}
        selection={{
          ...selected,
          label: ({ name }) => name,
          matching: { filter: filters, count: () => countAccess(filters) },
        }}
        bulk={(selection) => <AccessBulk selection={selection} onDone={() => selected.onChange([])} />}
        card={(row) => (
          <>
            <NameCell row={row} />
            {accessBlocks.map((block) => (
              <Group key={block} justify="space-between">
                <Text size="sm">{t(`common:blocks.${block}`)}</Text>
                {cellOf(row, block)}
              </Group>
            ))}
          </>
        )}
      />
      {reviewing ? (
        <AccessReview changes={[...changes.values()]} onClose={() => setReviewing(false)} onDone={done} />
      ) : null}
    </>
  )
}

/** Which company may use what, where that comes from, and changing it. */
export const AccessPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <OverviewPage title={t('access.title')} description={t('access.text')}>
      <PageTabs<'matrix' | 'history'>
        tab={search.show === 'history' ? 'history' : 'matrix'}
        onTab={(view) => onSearch(view === 'history' ? { show: view } : {})}
        tabs={[
          { value: 'matrix', label: t('access.matrix'), content: <Matrix search={search} onSearch={onSearch} /> },
          {
            value: 'history',
            label: t('access.history'),
            content: <AccessHistory search={search} onSearch={onSearch} />,
          },
        ]}
      />
    </OverviewPage>
  )
}
