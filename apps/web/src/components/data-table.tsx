import 'mantine-datatable/styles.css'
import { Button, Group, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { type DataTableColumn, DataTable as MantineDataTable } from 'mantine-datatable'
import { isValidElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

export type { DataTableColumn } from 'mantine-datatable'

/** A page of rows as list endpoints answer it; `page` is absent when everything is there. */
type Rows<T> = { data: T[]; page?: { next: string | null; has_more: boolean } }
type ListQuery<T> = {
  data: Rows<T> | undefined
  isPending: boolean
  isFetching: boolean
  error: unknown
  refetch: () => unknown
}

type Props<T> = {
  query: ListQuery<T>
  columns: DataTableColumn<T>[]
  /** Cursor of the page shown, from the URL, and how to change it. */
  cursor?: string | undefined
  onCursor?: (cursor: string | undefined) => void
  /** What to show when there is nothing at all; with `filtered`, that nothing matches. */
  empty?: ReactNode
  filtered?: boolean
  onClearFilters?: () => void
  onRowClick?: (row: T) => void
  /** The first column holds a link to what a row opens; without one it becomes a button, for the keyboard. */
  linked?: boolean
  /** Names the table for screen readers. */
  label: string
  /** A row on a phone; by default its first three columns. */
  card?: (row: T) => ReactNode
}

const cellOf = <T,>(column: DataTableColumn<T>, row: T, index: number): ReactNode => {
  if (column.render) return column.render(row, index)
  const value: unknown = (row as Record<PropertyKey, unknown>)[column.accessor as PropertyKey]
  return isValidElement(value) || typeof value === 'string' || typeof value === 'number' ? value : null
}

const openedByFirst = <T,>(columns: DataTableColumn<T>[], open: (row: T) => void): DataTableColumn<T>[] =>
  columns.map((column, place) =>
    place > 0
      ? column
      : {
          ...column,
          render: (row: T, index: number) => (
            <UnstyledButton
              display="block"
              w="100%"
              ta="inherit"
              onClick={(event) => {
                event.stopPropagation()
                open(row)
              }}
            >
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

const Cards = <T extends { id: string }>({
  rows,
  columns,
  card,
  onRowClick,
  label,
}: Omit<Props<T>, 'query'> & { rows: T[] }) => (
  <Stack gap={0} component="ul" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
    {rows.map((row, index) => {
      const content =
        card?.(row) ??
        columns.slice(0, 3).map((column) => <div key={String(column.accessor)}>{cellOf(column, row, index)}</div>)
      return (
        <li key={row.id} style={{ borderTop: index > 0 ? '1px solid var(--line)' : undefined }}>
          {onRowClick ? (
            <UnstyledButton w="100%" p="md" onClick={() => onRowClick(row)}>
              {content}
            </UnstyledButton>
          ) : (
            <Stack gap={6} p="md">
              {content}
            </Stack>
          )}
        </li>
      )
    })}
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
        {t('next')}
      </Button>
    </Group>
  )
}

/**
 * The one table: rows from a list query, keyset paging through the URL, skeleton, empty and error states, and a list of
 * cards on a phone.
 */
export const DataTable = <T extends { id: string }>(props: Props<T>) => {
  const { query, columns, cursor, onCursor, empty, filtered, onClearFilters, onRowClick, linked, label } = props
  const { t } = useTranslation()
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const rows = query.data?.data ?? []

  const body = () => {
    if (query.isPending) return <Loading label={t('loading')} />
    if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    if (rows.length === 0 && filtered) {
      const clear = onClearFilters ? (
        <Button variant="light" onClick={onClearFilters}>
          {t('clearFilters')}
        </Button>
      ) : undefined
      return <EmptyState title={t('table.noResults')} description={t('table.noResultsText')} action={clear} />
    }
    if (rows.length === 0) return empty ?? <EmptyState title={t('table.empty')} />
    if (phone) return <Cards {...props} rows={rows} />
    return (
      <MantineDataTable<T>
        records={rows}
        columns={onRowClick && !linked ? openedByFirst(columns, onRowClick) : columns}
        idAccessor="id"
        verticalSpacing="sm"
        highlightOnHover={onRowClick !== undefined}
        backgroundColor="transparent"
        minHeight={0}
        {...(onRowClick ? { onRowClick: ({ record }: { record: T }) => onRowClick(record) } : {})}
      />
    )
  }

  return (
    <Paper
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
  )
}
