/** A text that cannot be rendered; the message is for the person who wrote it. */
export class TemplateError extends Error {
  readonly line: number | null

  constructor(problem: string, line: number | null = null) {
    super(line === null ? problem : `Line ${line}: ${problem}`)
    this.name = 'TemplateError'
    this.line = line
  }
}
