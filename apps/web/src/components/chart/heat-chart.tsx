import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../content/scroll-region.tsx'
import classes from './chart.module.css'
import { type ListLink, useMarks } from './marks.ts'

type Row = { key: number; short: string; long: string }

type Props = {
  label: string
  /** Of the first column. */
  rowsLabel: string
  rows: readonly Row[]
  columns: readonly number[]
  countOf: (row: number, column: number) => number
  linkOf: (row: number, column: number) => ListLink
  /** The full text of a cell. */
  textOf: (row: Row, column: number, count: number) => string
}

/** The color of a cell, by its share of the highest count. */
const toneOf = (part: number) =>
  `color-mix(in srgb, var(--chart-first) ${Math.round(part * 100)}%, var(--surface-hover))`

type CellProps = ReturnType<ReturnType<typeof useMarks>> & { text: string }

const Cell = ({ href, text, ...mark }: CellProps) => <a href={href} title={text} aria-label={text} {...mark} />

/** A table whose cells are shaded by count, each a link to what it counts. */
export const HeatChart = ({ label, rowsLabel, rows, columns, countOf, linkOf, textOf }: Props) => {
  const { t } = useTranslation('charts')
  const cells = rows.flatMap((row, y) =>
    columns.flatMap((column) => (countOf(row.key, column) > 0 ? [`${column} ${y}`] : [])),
  )
  const mark = useMarks(cells[0] ?? '')
  const top = Math.max(1, ...rows.flatMap((row) => columns.map((column) => countOf(row.key, column))))
  return (
    <ScrollRegion className={classes.scroll} label={t('marks', { title: label })}>
      <table className={classes.heat} data-marks>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{rowsLabel}</VisuallyHidden>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, y) => (
            <tr key={row.key}>
              <th scope="row">{row.short}</th>
              {columns.map((column) => {
                const count = countOf(row.key, column)
                const text = textOf(row, column, count)
                return (
                  <td key={column} style={{ background: toneOf(count / top) }}>
                    {count > 0 ? (
                      <Cell text={text} {...mark(`${column} ${y}`, { x: column, y }, linkOf(row.key, column))} />
                    ) : (
                      <VisuallyHidden>0</VisuallyHidden>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
