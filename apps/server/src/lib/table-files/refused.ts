/** What the rows of a file may come to, in bytes; a workbook can repeat one text without end. */
export const MOST_ROWS_BYTES = 512 * 1024 ** 2

/** Why a file is not read; each has a text, `validation:<code>`. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}
