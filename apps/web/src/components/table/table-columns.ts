import type { ListSettings } from '@recado/contracts/shared/lists'
import { isValidElement, type ReactNode } from 'react'

/** A column of rows of one kind. */
export type DataTableColumn<T> = {
  accessor: keyof T | (string & NonNullable<unknown>)
  /** Columns with titles in words can be hidden and moved. */
  title: ReactNode
  /** What it shows of a row; by default the text or number under its accessor. */
  render?: (row: T, index: number) => ReactNode
  width?: number
  textAlign?: 'center' | 'right'
  cellsClassName?: string
  titleClassName?: string
  /** It is not shown until a person asks for it. */
  secondary?: boolean
  /** What the list can be sorted by here; `descends`: from the largest or latest at first. */
  sort?: { by: string; descends?: boolean }
}

/** What a list is sorted by, and what its headings do: a minus before the name turns the order around. */
export type TableSorting = { value: string; onChange: (value: string) => void }

/** The columns that are not shown to people who have chosen nothing. */
export const secondaryOf = <T>(columns: readonly DataTableColumn<T>[]): string[] =>
  columns.flatMap(({ accessor, secondary }) => (secondary ? [String(accessor)] : []))

/** What a column shows of a row. */
export const cellOf = <T>(column: DataTableColumn<T>, row: T, index: number): ReactNode => {
  if (column.render) return column.render(row, index)
  const value: unknown = (row as Record<PropertyKey, unknown>)[column.accessor as PropertyKey]
  return isValidElement(value) || typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Columns that a person may hide and move: those with a title in words. */
export const movable = <T>(columns: readonly DataTableColumn<T>[], settings: Pick<ListSettings, 'order'>) => {
  const titled = columns.flatMap(({ accessor, title }) =>
    typeof title === 'string' ? [{ key: String(accessor), title }] : [],
  )
  const place = (key: string) => {
    const at = settings.order.indexOf(key)
    return at < 0 ? settings.order.length : at
  }
  return titled.sort((a, b) => place(a.key) - place(b.key))
}

/** Columns as the person wants them; those without words, such as actions, come last. At least one is shown. */
export const arranged = <T>(columns: DataTableColumn<T>[], settings: ListSettings): DataTableColumn<T>[] => {
  if (settings.order.length === 0 && settings.hidden.length === 0) return columns
  const order = movable(columns, settings).map(({ key }) => key)
  const shown = order.filter((key) => !settings.hidden.includes(key))
  const kept = shown.length > 0 ? shown : order.slice(0, 1)
  const byKey = new Map(columns.map((column) => [String(column.accessor), column]))
  const rest = columns.filter(({ accessor }) => !order.includes(String(accessor)))
  return [...kept.flatMap((key) => byKey.get(key) ?? []), ...rest]
}
