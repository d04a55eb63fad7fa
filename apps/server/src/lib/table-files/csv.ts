const QUOTE = '"'

/**
 * Rows of separated texts (RFC 4180) that come in pieces, so that a file need not be held. A quote inside a text that
 * does not begin with one is a character like any other.
 */
export class CsvRows {
  private row: string[] = []
  private field = ''
  private inQuotes = false
  private wasQuoted = false
  /** The end of the last piece, whose meaning depends on what follows: a quote, or a carriage return. */
  private open = ''
  private readonly delimiter: string

  constructor(delimiter: string) {
    this.delimiter = delimiter
  }

  /** The rows that end in this piece. */
  *add(piece: string): Generator<string[]> {
    const text = this.open + piece
    this.open = ''
    for (let at = 0; at < text.length; ) {
      const next = text[at + 1]
      if (next === undefined && (text[at] === '\r' || (this.inQuotes && text[at] === QUOTE))) {
        this.open = text[at] ?? ''
        return
      }
      if (this.inQuotes) at = this.quoted(text, at)
      else if (text[at] === '\n' || text[at] === '\r') {
        yield this.endRow()
        at += text[at] === '\r' && next === '\n' ? 2 : 1
      } else at = this.plain(text, at)
    }
  }

  /** What is left when nothing follows. */
  *end(): Generator<string[]> {
    const isCut = this.open === '\r'
    this.open = ''
    if (isCut || this.field !== '' || this.row.length > 0 || this.wasQuoted) yield this.endRow()
  }

  private quoted(text: string, at: number): number {
    const end = text.indexOf(QUOTE, at)
    if (end < 0) {
      this.field += text.slice(at)
      return text.length
    }
    this.field += text.slice(at, end)
    // The piece ends with a quote: `add` keeps it until it is known what follows.
    if (end === text.length - 1) return end
    if (text[end + 1] === QUOTE) {
      this.field += QUOTE
      return end + 2
    }
    this.inQuotes = false
    return end + 1
  }

  private plain(text: string, at: number): number {
    if (text[at] === this.delimiter) {
      this.endField()
      return at + 1
    }
    if (text[at] === QUOTE && this.field === '') {
      this.inQuotes = true
      this.wasQuoted = true
      return at + 1
    }
    let end = at + 1
    while (end < text.length && text[end] !== this.delimiter && text[end] !== '\n' && text[end] !== '\r') end++
    this.field += text.slice(at, end)
    return end
  }

  private endField(): void {
    this.row.push(this.field)
    this.field = ''
    this.wasQuoted = false
  }

  private endRow(): string[] {
    this.endField()
    const { row } = this
    this.row = []
    return row
  }
}
