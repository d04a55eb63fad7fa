type Cell = string | number | null

const cellOf = (cell: Cell): string => {
  const text = cell === null ? '' : String(cell)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as a CSV text that spreadsheets open with its accents. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`

/** Has the browser save rows as a file. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void => {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
