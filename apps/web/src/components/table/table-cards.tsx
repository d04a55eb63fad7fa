import { Checkbox, Stack, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'
import { cellOf, type DataTableColumn } from './table-columns.ts'

type Props<T> = {
  rows: T[]
  columns: DataTableColumn<T>[]
  label: string
  card: ((row: T) => ReactNode) | undefined
  onRowClick: ((row: T) => void) | undefined
  /** How rows are chosen, where they can be. */
  choice: { ids: readonly string[]; toggle: (id: string) => void; name: (row: T) => string } | null
}

/** The rows of a table on a phone. */
export const TableCards = <T extends { id: string }>({ rows, columns, label, card, onRowClick, choice }: Props<T>) => {
  const { t } = useTranslation('lists')
  const contentOf = (row: T, index: number) =>
    card?.(row) ??
    columns.slice(0, 3).map((column) => <div key={String(column.accessor)}>{cellOf(column, row, index)}</div>)
  return (
    <ul aria-label={label} className={classes.cards}>
      {rows.map((row, index) => (
        <li key={row.id} data-row={row.id} tabIndex={-1} className={classes.card}>
          {choice ? (
            <Checkbox
              className={classes.choice ?? ''}
              aria-label={t('selection.row', { name: choice.name(row) })}
              checked={choice.ids.includes(row.id)}
              onChange={() => choice.toggle(row.id)}
            />
          ) : null}
          {onRowClick ? (
            <UnstyledButton p="md" onClick={() => onRowClick(row)}>
              {contentOf(row, index)}
            </UnstyledButton>
          ) : (
            <Stack gap={6} p="md">
              {contentOf(row, index)}
            </Stack>
          )}
        </li>
      ))}
    </ul>
  )
}
