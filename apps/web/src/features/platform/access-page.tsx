import { Button, Checkbox, Group, Select, Tabs, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type AccessBlock, accessBlocks } from '@recado/contracts/abilities'
import { IconCheck, IconClockPause, IconMinus, IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { changeSearch } from '../../lib/search.ts'
import { AccessCellMenu } from './access-cell-menu.tsx'
import { AccessHistory } from './access-history.tsx'
import { AccessReview } from './access-review.tsx'
import { type AccessChange, type AccessRow, accessQuery, type BlockState, platformKey } from './api.ts'
import classes from './platform.module.css'
import type { AccessSearch } from './search.ts'
import { CompanyStatusBadge } from './words.tsx'

type Props = { search: AccessSearch; onSearch: (next: AccessSearch) => void }

const keyOf = (companyId: string, block: string) => `${companyId} ${block}`

const Filters = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('platform')
  const change = (key: keyof AccessSearch) => (value: string | null) =>
    onSearch(changeSearch(search, { [key]: value ?? '' }))
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      <SearchField value={search.search ?? ''} label={t('access.search')} onChange={change('search')} />
      <Select
        aria-label={t('column.access')}
        placeholder={t('anyBlock')}
        clearable
        value={search.block ?? null}
        data={accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) }))}
        onChange={change('block')}
      />
      <Checkbox
        label={t('access.overriddenOnly')}
        checked={search.overridden === 'yes'}
        onChange={(event) => change('overridden')(event.currentTarget.checked ? 'yes' : null)}
        style={{ alignSelf: 'center' }}
      />
    </section>
  )
}

type CellProps = {
  row: AccessRow
  state: BlockState
  change: AccessChange | undefined
  onChange: (effect: AccessChange['effect'] | null) => void
}

const Cell = ({ row, state, change, onChange }: CellProps) => {
  const { t } = useTranslation('platform')
  const { effective, override, block } = state
  const Icon = effective ? IconCheck : IconMinus
  const source = override ? t(`access.source.${override.effect}`) : t(`access.source.${state.plan ? 'plan' : 'none'}`)
  const label = `${row.name} · ${t(`common:blocks.${block}`)}: ${t(effective ? 'access.on' : 'access.off')}, ${source}`
  return (
    <AccessCellMenu state={state} change={change} onChange={onChange}>
      <UnstyledButton className={classes.cell} data-changed={change ? true : undefined} aria-label={label}>
        <Icon
          size={18}
          aria-hidden="true"
          color={effective ? 'var(--mantine-color-petrol-6)' : 'var(--mantine-color-dimmed)'}
        />
        {override ? (
          <Tooltip label={source}>
            <IconPencil size={13} aria-hidden="true" />
          </Tooltip>
        ) : null}
        {override?.expiresAt ? <IconClockPause size={13} aria-hidden="true" /> : null}
        {change ? (
          <Text span size="xs" c="clay">
            {t(`access.pending.${change.effect}`)}
          </Text>
        ) : null}
      </UnstyledButton>
    </AccessCellMenu>
  )
}

type BulkProps = { count: number; onBulk: (block: AccessBlock, effect: AccessChange['effect']) => void }

const Bulk = ({ count, onBulk }: BulkProps) => {
  const { t } = useTranslation('platform')
  const [block, setBlock] = useState<AccessBlock>('integrations')
  return (
    <Group gap="sm" mb="sm" role="group" aria-label={t('access.bulk')}>
      <Text size="sm">{t('access.selected', { count })}</Text>
      <Select
        size="xs"
        aria-label={t('column.access')}
        allowDeselect={false}
        value={block}
        data={accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) }))}
        onChange={(value) => setBlock(accessBlocks.find((known) => known === value) ?? block)}
      />
      {(['grant', 'revoke', 'clear'] as const).map((effect) => (
        <Button key={effect} size="compact-sm" variant="light" onClick={() => onBulk(block, effect)}>
          {t(`access.${effect}`)}
        </Button>
      ))}
    </Group>
  )
}

const useChanges = () => {
  const [changes, setChanges] = useState<Map<string, AccessChange & { name: string }>>(new Map())
  const set = (row: AccessRow, block: AccessBlock, effect: AccessChange['effect'] | null) =>
    setChanges((known) => {
      const next = new Map(known)
      if (effect) next.set(keyOf(row.id, block), { companyId: row.id, block, effect, name: row.name })
      else next.delete(keyOf(row.id, block))
      return next
    })
  return { changes, set, clear: () => setChanges(new Map()) }
}

const Matrix = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('platform')
  const client = useQueryClient()
  const query = useQuery(accessQuery(search))
  const { changes, set, clear } = useChanges()
  const [chosen, setChosen] = useState<ReadonlyMap<string, AccessRow>>(new Map())
  const [reviewing, setReviewing] = useState(false)
  const { cursor, show: _, company: _company, ...filters } = search
  const choose = (row: AccessRow, on: boolean) =>
    setChosen((known) => {
      const next = new Map(known)
      if (on) next.set(row.id, row)
      else next.delete(row.id)
      return next
    })
  const cellOf = (row: AccessRow, block: AccessBlock) => {
    const state = row.blocks.find((candidate) => candidate.block === block)
    return state ? (
      <Cell
        row={row}
        state={state}
        change={changes.get(keyOf(row.id, block))}
        onChange={(effect) => set(row, block, effect)}
      />
    ) : null
  }
  const nameOf = (row: AccessRow) => (
    <Group gap={8} wrap="nowrap">
      <Checkbox
        aria-label={t('access.select', { name: row.name })}
        checked={chosen.has(row.id)}
        onChange={(event) => choose(row, event.currentTarget.checked)}
      />
      <Text size="sm" fw={600} truncate maw={220}>
        {row.name}
      </Text>
      {row.status === 'active' ? null : <CompanyStatusBadge status={row.status} />}
    </Group>
  )
  const columns: DataTableColumn<AccessRow>[] = [
    { accessor: 'name', title: t('column.company'), render: nameOf },
    ...accessBlocks.map((block) => ({
      accessor: block,
      title: t(`common:blocks.${block}`),
      textAlign: 'center' as const,
      render: (row: AccessRow) => cellOf(row, block),
    })),
  ]
  const done = async () => {
    clear()
    setChosen(new Map())
    setReviewing(false)
    await client.invalidateQueries({ queryKey: platformKey })
  }
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      {chosen.size > 0 ? (
        <Bulk
          count={chosen.size}
          onBulk={(block, effect) => {
            for (const row of chosen.values()) set(row, block, effect)
          }}
        />
      ) : null}
      {changes.size > 0 ? (
        <Group mb="sm" gap="sm" role="status">
          <Text size="sm">{t('access.unsaved', { count: changes.size })}</Text>
          <Button size="compact-sm" onClick={() => setReviewing(true)}>
            {t('access.review')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={clear}>
            {t('access.discard')}
          </Button>
        </Group>
      ) : (
        <VisuallyHidden role="status" />
      )}
      <DataTable
        label={t('access.title')}
        query={query}
        columns={columns}
        cursor={cursor}
        onCursor={(to) => onSearch(changeSearch(search, { cursor: to }))}
        filtered={Object.keys(filters).length > 0}
        onClearFilters={() => onSearch({})}
        card={(row) => (
          <>
            {nameOf(row)}
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
  const { t } = useTranslation('platform')
  return (
    <>
      <PageHeader title={t('access.title')} description={t('access.text')} />
      <Tabs
        value={search.show ?? 'matrix'}
        keepMounted={false}
        onChange={(view) => onSearch(view === 'history' ? { show: view } : {})}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="matrix">{t('access.matrix')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('access.history')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="matrix">
          <Matrix search={search} onSearch={onSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <AccessHistory search={search} onSearch={onSearch} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
