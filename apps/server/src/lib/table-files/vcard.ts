import { Refused } from './refused.ts'

/** Columns of address cards; each card is a row. */
export const vcardColumns = [
  'Name',
  'Phone',
  'Phone 2',
  'Phone 3',
  'Email',
  'Company',
  'Job title',
  'Birthday',
  'Street',
  'City',
  'State',
  'Postal code',
  'Country',
  'Tags',
  'Notes',
] as const

type Property = { name: string; params: string; value: string }

const lineOf = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/s

const fromQuotedPrintable = (value: string, params: string): string => {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const charset = /CHARSET=([\w-]+)/i.exec(params)?.[1]?.toLowerCase() ?? 'utf-8'
  return charset === 'utf-8' || !/^(?:iso-8859-1|windows-1252)$/.test(charset)
    ? bytes.toString('utf8')
    : new TextDecoder('windows-1252').decode(bytes)
}

const propertyOf = (line: string): Property | null => {
  const [, name = '', params = '', raw = ''] = lineOf.exec(line) ?? []
  if (name === '') return null
  const value = /QUOTED-PRINTABLE/i.test(params) ? fromQuotedPrintable(raw, params) : raw
  return { name: name.toUpperCase(), params, value }
}

const unescaped = (text: string): string =>
  text
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;:\\])/g, '$1')
    .trim()

/** Parts of a value between semicolons that are not escaped. */
const partsOf = (value: string): string[] => value.split(/(?<!\\);/).map(unescaped)

const nameOf = (formatted: string | undefined, parts: string | undefined): string => {
  if (formatted?.trim()) return unescaped(formatted)
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = partsOf(parts ?? '')
  return [prefix, given, middle, family, suffix].filter(Boolean).join(' ')
}

const birthdayOf = (value: string): string => value.replace(/^(\d{4})(\d{2})(\d{2})/, '$1-$2-$3').slice(0, 10)

const rowOf = (card: readonly Property[]): string[] => {
  const all = (name: string) => card.filter((property) => property.name === name).map(({ value }) => value)
  const phones = all('TEL').map((value) => unescaped(value.replace(/^tel:/i, '')).replace(/;ext=.*$/is, ''))
  const [, , street = '', city = '', state = '', postalCode = '', country = ''] = partsOf(all('ADR')[0] ?? '')
  return [
    nameOf(all('FN')[0], all('N')[0]),
    ...[0, 1, 2].map((n) => phones[n] ?? ''),
    unescaped(all('EMAIL')[0] ?? ''),
    partsOf(all('ORG')[0] ?? '')[0] ?? '',
    unescaped(all('TITLE')[0] ?? all('ROLE')[0] ?? ''),
    birthdayOf(all('BDAY')[0] ?? ''),
    ...[street, city, state, postalCode, country],
    all('CATEGORIES')
      .flatMap((value) => value.split(/(?<!\\),/).map(unescaped))
      .join(';'),
    unescaped(all('NOTE')[0] ?? ''),
  ]
}

const isQuotedPrintable = (line: string): boolean => /^[^:]*ENCODING=QUOTED-PRINTABLE/i.test(line)

/** The photo of a card fits into a line of so many characters. */
const LONGEST_LINE = 4 * 1024 ** 2

/**
 * Cards in the versions 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350) that come in pieces, each as a row of `vcardColumns`.
 * Lines are joined again where they were folded: by a blank, or in quoted-printable by `=` at their end. Throws `Refused`.
 */
export class VcardRows {
  private card: Property[] = []
  /** A line that the next one may continue, in the parts that it came in, and their length. */
  private line: string[] = []
  private length = 0
  private isQuoted = false
  /** What came of the next line. */
  private part = ''

  private *take(part: string): Generator<string[]> {
    const last = this.line.at(-1) ?? ''
    if (/^[ \t]/.test(part)) this.join(part.slice(1))
    else if (this.isQuoted && last.endsWith('=')) {
      this.line[this.line.length - 1] = last.slice(0, -1)
      this.join(part)
    } else {
      const property = propertyOf(this.line.join(''))
      this.line = []
      this.length = 0
      this.isQuoted = isQuotedPrintable(part)
      this.join(part)
      if (property?.name === 'BEGIN') this.card = []
      else if (property?.name === 'END') {
        yield rowOf(this.card)
        this.card = []
      } else if (property) this.card.push(property)
    }
  }

  private join(part: string): void {
    this.line.push(part)
    this.length += part.length
    if (this.length > LONGEST_LINE) throw new Refused('file_too_complex')
  }

  *add(piece: string): Generator<string[]> {
    const parts = (this.part + piece).split(/\r\n|\n/)
    this.part = parts.pop() ?? ''
    if (this.part.length > LONGEST_LINE) throw new Refused('file_too_complex')
    for (const part of parts) yield* this.take(part)
  }

  *end(): Generator<string[]> {
    yield* this.take(this.part)
    yield* this.take('')
  }
}
