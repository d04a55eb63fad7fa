import { BadCell, readPhone, suggestColumns } from '#server/modules/contacts/imports/index.ts'

/** Which column holds the numbers: by its heading, else by what its cells look like, else the first one. */
export const phoneColumnOf = (columns: readonly string[], rows: readonly (readonly string[])[]): number =>
  Math.max(
    0,
    suggestColumns(columns, rows, []).findIndex(({ column }) => column === 'phone'),
  )

/** The digits of a number as it stands in a cell; null where it is none. */
export const numberIn = (cell: string, country: string): string | null => {
  try {
    return readPhone(cell, country)
  } catch (error) {
    if (error instanceof BadCell) return null
    throw error
  }
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length

/** Numbers of a pasted text: one or several a line. What stands beside a number is left; a line without one is a bad row. */
export const pastedRows = (text: string): string[][] =>
  text.split(/[\r\n]+/).flatMap((line) => {
    const parts = line.split(/[,;\t]/).map((part) => part.trim())
    const numbers = parts.filter((part) => digitsIn(part) >= 6)
    if (numbers.length > 0) return numbers.map((number) => [number])
    return line.trim() === '' ? [] : [[line.trim().slice(0, 200)]]
  })
