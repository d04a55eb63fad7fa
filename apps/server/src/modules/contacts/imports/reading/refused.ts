/** Why a file is not read; each has a text, `validation:<code>`. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}
