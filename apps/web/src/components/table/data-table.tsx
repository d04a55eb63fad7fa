import { Button, Group, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ListName } from '@recado/contracts/shared/list-names'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { type ReactNode, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useListSettings } from '#web/lib/api/lists.ts'
import { useShortcutHelp } from '#web/lib/ui/shortcut-help.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { RetryState } from '../feedback/retry-state.tsx'
import { lazyCode } from '../page/lazy-component.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TableCards } from './table-cards.tsx'
import { arranged, cellOf, type DataTableColumn, secondaryOf, type TableSorting } from './table-columns.ts'
import { TableGrid } from './table-grid.tsx'
import { type TableSelection, useTableSelection } from './table-selection.ts'
import { useTableKeys } from './use-table-keys.ts'

export type { DataTableColumn } from './table-columns.ts'

const ListShortcutHelp = lazyCode(async () => (await import('../page/shortcut-help.tsx')).ListShortcutHelp)

/** A page of rows as list endpoints answer it; `page` is absent when everything is there. */
type Rows<T> = { data: T[]; page?: { next: string | null; has_more: boolean } }
type ListQuery<T> = {
  data: Rows<T> | undefined
  isPending: boolean
  isFetching: boolean
  error: unknown
  refetch: () => unknown
}

export type DataTableProps<T> = {
  query: ListQuery<T>
  columns: DataTableColumn<T>[]
  /** Cursor of the page shown, from the URL, and how to change it. */
  cursor?: string | undefined
  onCursor?: (cursor: string | undefined) => void
  /** What to show when there is nothing at all; with `filtered`, that nothing matches. */
  empty?: ReactNode
  filtered?: boolean
  /** What was looked for, in words, for when nothing matches. */
  lookedFor?: string | undefined
  onClearFilters?: () => void
  onRowClick?: (row: T) => void
  /** The first column holds a link to what a row opens; without one it becomes a button, for the keyboard. */
  linked?: boolean
  /** Names the table for screen readers. */
  label: string
  /** A row on a phone; by default its first three columns. */
  card?: (row: T) => ReactNode
  /** Which list it is: the person's columns, their order and density are kept under it, and keys work. */
  list?: ListName
  /** Lets rows be chosen, kept by `useSelected` where the page is. */
  selection?: TableSelection<T>
  /** What the rows are sorted by, where columns can change it. */
  sorting?: TableSorting
  /** What can be done with the chosen rows; shown in a bar while there are any. */
  bulk?: (selection: BulkSelection) => ReactNode
}

const openedByFirst = <T,>(columns: DataTableColumn<T>[], open: (row: T) => void): DataTableColumn<T>[] =>
  columns.map((column, place) =>
    place > 0
      ? column
      : {
          ...column,
          render: (row: T, index: number) => (
            <UnstyledButton display="block" w="100%" ta="inherit" onClick={() => open(row)}>
              {cellOf(column, row, index)}
            </UnstyledButton>
          ),
        },
  )

const Loading = ({ label }: { label: string }) => (
  <Stack gap="sm" p="md" role="status" aria-label={label}>
    {[0, 1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={36} radius="md" />
    ))}
  </Stack>
)

const Pager = ({
  cursor,
  onCursor,
  next,
}: {
  cursor: string | undefined
  onCursor: (to?: string) => void
  next: string | null
}) => {
  const { t } = useTranslation()
  if (!cursor && !next) return null
  return (
    <Group justify="flex-end" p="sm" style={{ borderTop: '1px solid var(--line)' }}>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={!cursor}
        leftSection={<IconChevronsLeft size={16} />}
        onClick={() => onCursor(undefined)}
      >
        {t('table.firstPage')}
      </Button>
      <Button
        size="compact-sm"
        variant="light"
        disabled={!next}
        rightSection={<IconChevronRight size={16} />}
        onClick={() => onCursor(next ?? undefined)}
      >
        {t('table.next')}
      </Button>
    </Group>
  )
}

/** What a table shows while there are no rows: that it loads, what failed, that nothing matches, that there is nothing yet. */
const Without = <T,>({ query, filtered, lookedFor, onClearFilters, empty }: DataTableProps<T>) => {
  const { t } = useTranslation()
  if (query.isPending) return <Loading label={t('loading')} />
  if (query.error && !query.data) return <RetryState error={query.error} onRetry={query.refetch} />
  if (!filtered) return empty ?? <EmptyState title={t('table.empty')} />
  return <EmptyState kind="noMatch" lookedFor={lookedFor} onClear={onClearFilters} />
}

/**
 * The one table: rows from a list query, keyset paging through the URL, skeleton, empty and error states, and a list of
 * cards on a phone. With `list` the person's columns and density hold (chosen in `ListColumns`) and keys work: j, k, x,
 * Enter, / and ?. With `selection` rows can be chosen, on several pages or all that match, and `bulk` acts on them.
 */
export const DataTable = <T extends { id: string }>(props: DataTableProps<T>) => {
  const { query, cursor, onCursor, onRowClick, linked, label, card, list, selection, bulk } = props
  const { t } = useTranslation()
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const section = useRef<HTMLElement>(null)
  const { settings } = useListSettings(list, secondaryOf(props.columns))
  const selected = useTableSelection(selection)
  const columns = arranged(props.columns, settings)
  const rows = query.data?.data ?? []
  const openById = (id: string) => {
    const row = rows.find((one) => one.id === id)
    if (row) onRowClick?.(row)
  }
  const { isMain } = useTableKeys({
    enabled: list !== undefined,
    section,
    onOpen: onRowClick && openById,
    onToggle: selection && selected.toggle,
  })
  const helping = useShortcutHelp()

  const body = () => {
    if (rows.length === 0) return <Without {...props} />
    const choice = selection ? { ids: selected.ids, toggle: selected.toggle, name: selection.label } : null
    if (phone) return <TableCards {...{ rows, columns, label, card, onRowClick, choice }} />
    return (
      <TableGrid
        rows={rows}
        label={label}
        sorting={props.sorting}
        columns={onRowClick && !linked ? openedByFirst(columns, onRowClick) : columns}
        compact={settings.density === 'compact'}
        onRowClick={onRowClick}
        choice={selection ? { selected, name: selection.label } : null}
      />
    )
  }

  return (
    <>
      <Paper
        ref={section}
        component="section"
        aria-label={label}
        withBorder
        style={{ overflow: 'hidden' }}
        aria-busy={query.isFetching}
      >
        {body()}
        {onCursor && !query.isPending ? (
          <Pager cursor={cursor} onCursor={onCursor} next={query.data?.page?.next ?? null} />
        ) : null}
        {query.error && query.data ? (
          <Text size="xs" c="dimmed" p="xs" ta="center">
            {t('loadFailed')}
          </Text>
        ) : null}
      </Paper>
      {selection ? <SelectionBar selected={selected} actions={bulk} /> : null}
      {helping && isMain ? (
        <Suspense>
          <ListShortcutHelp />
        </Suspense>
      ) : null}
    </>
  )
}
