import { Checkbox, ScrollArea, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRowClick } from './row-click.ts'
import { cellOf, type DataTableColumn, type TableSorting } from './table-columns.ts'
import classes from './table-grid.module.css'
import type { TableSelected } from './table-selection.ts'

type Props<T> = {
  rows: T[]
  columns: DataTableColumn<T>[]
  /** Names the table for screen readers. */
  label: string
  compact: boolean
  onRowClick: ((row: T) => void) | undefined
  /** How rows are chosen, where they can be. */
  choice: { selected: TableSelected; name: (row: T) => string } | null
  sorting: TableSorting | undefined
}

const sides = ['top', 'right', 'bottom', 'left'] as const
type Side = (typeof sides)[number]

/** The sides at which there is more than is in sight. */
const useHidden = (place: RefObject<HTMLDivElement | null>) => {
  const [hidden, setHidden] = useState<Side[]>([])
  useEffect(() => {
    const element = place.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const look = () => {
      const { scrollTop, scrollLeft, scrollWidth, scrollHeight, clientWidth, clientHeight } = element
      const more = {
        top: scrollTop,
        right: scrollWidth - clientWidth - scrollLeft,
        bottom: scrollHeight - clientHeight - scrollTop,
        left: scrollLeft,
      }
      setHidden((known) => {
        const now = sides.filter((side) => more[side] >= 1)
        return now.join() === known.join() ? known : now
      })
    }
    const watch = new ResizeObserver(look)
    watch.observe(element)
    watch.observe(content)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [place])
  return hidden
}

/** What the checkboxes of the rows and of the header do. */
const useChoosing = <T extends { id: string }>(rows: T[], selected: TableSelected | undefined) => {
  const here = rows.map(({ id }) => id)
  const count = here.filter((id) => selected?.ids.includes(id)).length
  const all = count === here.length
  return {
    toggle: (id: string, isRange: boolean) => selected?.toggle(id, isRange ? here : []),
    all,
    some: count > 0 && !all,
    toggleAll: () => selected?.set(here, !all),
  }
}

const shown = <T,>({ width, textAlign }: DataTableColumn<T>) => ({
  ...(width === undefined ? {} : { width, minWidth: width, maxWidth: width }),
  ...(textAlign ? { textAlign } : {}),
})

const orderOf = <T,>({ sort }: DataTableColumn<T>, sorting: TableSorting | undefined) => {
  const turned = sorting?.value === `-${sort?.by}`
  if (!sort || !(turned || sorting?.value === sort.by)) return undefined
  return turned === (sort.descends ?? false) ? 'ascending' : 'descending'
}

/** What a column is called; a button where the list can be sorted by it. */
const Heading = <T,>({ column, sorting }: { column: DataTableColumn<T>; sorting: TableSorting | undefined }) => {
  const { title, sort } = column
  if (!sort || !sorting) return title
  const order = orderOf(column, sorting)
  const Arrow = order === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={classes.sort ?? ''}
      data-sorted={order}
      onClick={() => sorting.onChange(sorting.value === sort.by ? `-${sort.by}` : sort.by)}
    >
      {title}
      <Arrow size={14} aria-hidden="true" />
    </UnstyledButton>
  )
}

/** The rows of a table in columns, within a scroll area of its own: the header stays in sight. */
export const TableGrid = <T extends { id: string }>(props: Props<T>) => {
  const { rows, columns, label, compact, onRowClick, choice, sorting } = props
  const { t } = useTranslation('lists')
  const viewport = useRef<HTMLDivElement>(null)
  const hidden = useHidden(viewport)
  const choosing = useChoosing(rows, choice?.selected)
  return (
    <div className={classes.frame} data-hidden={hidden.join(' ')}>
      <ScrollArea
        classNames={{ viewport: classes.viewport ?? '', scrollbar: classes.scrollbar ?? '' }}
        viewportRef={viewport}
        viewportProps={hidden.length > 0 ? { tabIndex: 0, role: 'group', 'aria-label': label } : {}}
      >
        <table
          className={classes.table}
          aria-label={label}
          data-compact={compact || undefined}
          data-opens={onRowClick ? true : undefined}
        >
          <thead>
            <tr>
              {choice ? (
                <th className={classes.choice}>
                  <Checkbox
                    aria-label={t('selection.page')}
                    checked={choosing.all}
                    indeterminate={choosing.some}
                    onChange={choosing.toggleAll}
                  />
                </th>
              ) : null}
              {columns.map((column) => (
                <th
                  key={String(column.accessor)}
                  className={column.titleClassName}
                  style={shown(column)}
                  aria-sort={orderOf(column, sorting)}
                >
                  <div className={classes.title} title={typeof column.title === 'string' ? column.title : undefined}>
                    <Heading column={column} sorting={sorting} />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr
                key={row.id}
                className={classes.row}
                data-row={row.id}
                data-selected={choice?.selected.ids.includes(row.id) || undefined}
                tabIndex={-1}
                onClick={onRowClick && ((event) => isRowClick(event) && onRowClick(row))}
              >
                {choice ? (
                  <td className={classes.choice} data-choice>
                    <Checkbox
                      aria-label={t('selection.row', { name: choice.name(row) })}
                      checked={choice.selected.ids.includes(row.id)}
                      onChange={({ nativeEvent }) =>
                        choosing.toggle(row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
                      }
                    />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td key={String(column.accessor)} className={column.cellsClassName} style={shown(column)}>
                    {cellOf(column, row, place)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  )
}
